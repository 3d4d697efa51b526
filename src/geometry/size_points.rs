use super::{Direction, Point, Size};

/// What lies on a board of a size.
impl Size {
    /// Every point of the board in reading order: A1, B1, ..., A2, ...
    pub fn points(self) -> impl Iterator<Item = Point> {
        let lines = 0..self.get();
        let points_of = move |row| {
            let columns = 0..self.get();
            columns.filter_map(move |column| Point::new(column, row))
        };
        lines.flat_map(points_of)
    }

    /// Every line of the board, direction by direction, as its points in the order of the
    /// direction. Diagonals near the corners are as short as one point.
    pub fn lines(self) -> impl Iterator<Item = (Direction, Vec<Point>)> {
        let next = move |point: Point, direction, count| {
            let at: Option<Point> = point.step(direction, count);
            at.filter(|at| at.is_on(self))
        };
        Direction::ALL.into_iter().flat_map(move |direction| {
            let starts = self
                .points()
                .filter(move |&at| next(at, direction, -1).is_none());
            starts.map(move |start| {
                let along = (0..).map_while(|count| next(start, direction, count));
                (direction, along.collect())
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_come_in_reading_order() {
        let names: Vec<String> = Size::MIN.points().map(|point| point.to_string()).collect();
        assert_eq!(names.len(), 25);
        assert_eq!(names[..6], ["A1", "B1", "C1", "D1", "E1", "A2"]);
    }
}
