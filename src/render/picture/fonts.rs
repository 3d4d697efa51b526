//! Letters that our strokes do not have, such as Chinese ones, from the fonts of this system.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use tiny_skia::Path;

/// A letter of a font, in sizes of the font: its base line begins at (0, 0), and rows go down.
pub(super) struct Letter {
    pub(super) width: f32,
    /// `None` for a blank.
    pub(super) outline: Option<Path>,
}

/// What was looked for, with what was found.
static KNOWN: LazyLock<Mutex<HashMap<char, Option<Arc<Letter>>>>> = LazyLock::new(Mutex::default);

/// The letter in a font of this system that has it.
pub(super) fn letter(char: char) -> Option<Arc<Letter>> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let found = || system::letter(char).map(Arc::new);
    known.entry(char).or_insert_with(found).clone()
}

/// Without fonts, as in a browser, there are none to look in.
#[cfg(not(feature = "fonts"))]
mod system {
    pub(super) const fn letter(_: char) -> Option<super::Letter> {
        None
    }
}

#[cfg(feature = "fonts")]
mod system {
    use std::collections::HashMap;
    use std::env;
    use std::path::{Path, PathBuf};
    use std::sync::LazyLock;

    use renju_system::files::read_file;
    use skrifa::instance::{LocationRef, Size};
    use skrifa::outline::{DrawSettings, OutlinePen};
    use skrifa::raw::FileRef;
    use skrifa::string::StringId;
    use skrifa::{FontRef, MetadataProvider};
    use tiny_skia::PathBuilder;

    use super::Letter;

    /// Font files of Linux, macOS and Windows with Chinese or Japanese letters, and at last some with those
    /// of Europe. The first one that has a letter draws it.
    const FILES: [&str; 24] = [
        "NotoSansCJK-Regular.ttc",
        "NotoSansCJKsc-Regular.otf",
        "NotoSansSC-Regular.otf",
        "SourceHanSansSC-Regular.otf",
        "SourceHanSansCN-Regular.otf",
        "PingFang.ttc",
        "Hiragino Sans GB.ttc",
        "STHeiti Light.ttc",
        "msyh.ttc",
        "simhei.ttf",
        "simsun.ttc",
        "wqy-microhei.ttc",
        "wqy-zenhei.ttc",
        "DroidSansFallbackFull.ttf",
        "DroidSansFallback.ttf",
        "YuGothR.ttc",
        "meiryo.ttc",
        "msgothic.ttc",
        "ipag.ttf",
        "Arial Unicode.ttf",
        "NotoSans-Regular.ttf",
        "DejaVuSans.ttf",
        "segoeui.ttf",
        "arial.ttf",
    ];
    /// The largest file that is read: collections with all regions have 20 MB.
    const MOST: u64 = 64 << 20;
    /// How deep below a folder of fonts their files lie.
    const DEPTH: usize = 5;

    /// The files that are here, in the order of the names.
    static FONTS: LazyLock<Vec<LazyFont>> = LazyLock::new(|| {
        let mut found = HashMap::new();
        for folder in folders() {
            collect(&folder, DEPTH, &mut found);
        }
        let paths = FILES.iter().filter_map(|name| found.remove(*name));
        paths.map(font).collect()
    });

    type LazyFont = LazyLock<Option<Vec<u8>>, Box<dyn FnOnce() -> Option<Vec<u8>> + Send>>;

    fn font(path: PathBuf) -> LazyFont {
        LazyLock::new(Box::new(move || read_file(&path, MOST).ok()))
    }

    /// Where systems and people keep fonts.
    fn folders() -> Vec<PathBuf> {
        let below = |variable, folder: &str| Some(Path::new(&env::var_os(variable)?).join(folder));
        let of_people = [
            below("HOME", ".local/share/fonts"),
            below("HOME", ".fonts"),
            below("HOME", "Library/Fonts"),
            below("LOCALAPPDATA", "Microsoft/Windows/Fonts"),
            below("WINDIR", "Fonts"),
        ];
        let of_systems = [
            "/usr/local/share/fonts",
            "/usr/share/fonts",
            "/Library/Fonts",
            "/System/Library/Fonts",
            "/System/Library/AssetsV2",
        ];
        let of_people = of_people.into_iter().flatten();
        of_people.chain(of_systems.map(PathBuf::from)).collect()
    }

    fn collect(folder: &Path, depth: usize, found: &mut HashMap<String, PathBuf>) {
        let entries = folder.read_dir().into_iter().flatten().flatten();
        for entry in entries {
            let path = entry.path();
            if path.is_dir() && depth > 0 {
                collect(&path, depth - 1, found);
            } else if let Ok(name) = entry.file_name().into_string() {
                found.entry(name).or_insert(path);
            }
        }
    }

    pub(super) fn letter(char: char) -> Option<Letter> {
        FONTS.iter().find_map(|font| {
            let font = FileRef::new(font.as_deref()?).ok()?;
            let mut faces: Vec<FontRef> = font.fonts().flatten().collect();
            // Fonts of one file differ by region: simplified Chinese comes first.
            faces.sort_by_key(|face| !family(face).contains(" SC"));
            faces.iter().find_map(|face| drawn(face, char))
        })
    }

    fn family(face: &FontRef) -> String {
        let names = face.localized_strings(StringId::FAMILY_NAME);
        names
            .english_or_first()
            .map_or_else(String::new, |name| name.chars().collect())
    }

    fn drawn(face: &FontRef, char: char) -> Option<Letter> {
        let glyph = face
            .charmap()
            .map(char)
            .filter(|glyph| glyph.to_u32() > 0)?;
        let (size, place) = (Size::unscaled(), LocationRef::default());
        let scale = 1.0 / f32::from(face.metrics(size, place).units_per_em);
        let mut pen = Pen {
            path: PathBuilder::new(),
            scale,
        };
        let outline = face.outline_glyphs().get(glyph)?;
        outline
            .draw(DrawSettings::unhinted(size, place), &mut pen)
            .ok()?;
        Some(Letter {
            width: face.glyph_metrics(size, place).advance_width(glyph)? * scale,
            outline: pen.path.finish(),
        })
    }

    /// Turns an outline upside down, as rows go down on a sheet, and makes its size 1.
    struct Pen {
        path: PathBuilder,
        scale: f32,
    }

    impl OutlinePen for Pen {
        fn move_to(&mut self, x: f32, y: f32) {
            self.path.move_to(x * self.scale, -y * self.scale);
        }

        fn line_to(&mut self, x: f32, y: f32) {
            self.path.line_to(x * self.scale, -y * self.scale);
        }

        fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
            let [x1, y1, x, y] = [x1, y1, x, y].map(|it| it * self.scale);
            self.path.quad_to(x1, -y1, x, -y);
        }

        fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
            let [x1, y1, x2, y2, x, y] = [x1, y1, x2, y2, x, y].map(|it| it * self.scale);
            self.path.cubic_to(x1, -y1, x2, -y2, x, -y);
        }

        fn close(&mut self) {
            self.path.close();
        }
    }
}
