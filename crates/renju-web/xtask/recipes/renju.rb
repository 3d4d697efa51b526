# Homebrew: a formula for a tap, or for homebrew-core once the crate is published.
class Renju < Formula
  desc "Study Renju and Gomoku positions: forbidden points, shapes, scores, forced wins"
  homepage "https://crates.io/crates/renju"
  url "https://static.crates.io/crates/renju/renju-{version}.crate"
  sha256 "{sha256}"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    # A crate is an archive whose ending Homebrew does not know.
    system "tar", "--strip-components", "1", "-xzf", "renju-{version}.crate" if File.exist? "renju-{version}.crate"
    system "cargo", "install", *std_cargo_args
    generate_completions_from_executable(bin/"renju", "completions")
    (man1/"renju.1").write Utils.safe_popen_read(bin/"renju", "man")
  end

  test do
    assert_match "double-three", shell_output("#{bin}/renju forbidden -m 'f8 a1 g8 a3 h6 a5 h7 a7' --at H8")
  end
end
