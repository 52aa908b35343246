using Fathom.Model.Results;
using Fathom.Render.Text;

namespace Fathom.Render.Formats;

/// <summary>One column of a console table, laid out.</summary>
internal sealed class GridColumn
{
    private const int LeastOfKey = 30;
    private const int LeastOfText = 16;

    private readonly bool _isRight;
    private readonly bool _isSentence;
    private readonly bool _keepsEnd;
    private readonly bool _isBranch;
    private readonly string[] _cells;
    private IReadOnlyList<string>[] _lines;

    public GridColumn(ResultTable table, int position, TableStyle style)
        : this(
            CellText.Heading(table.Columns, position, style.Unit),
            Aligned(table.Columns[position], CellText.OfColumn(table, position, style.Unit, style.FullNames)),
            table.Columns[position].Kind is CellKind.Integer or CellKind.Real)
    {
        ResultColumn column = table.Columns[position];
        _isSentence = column.Unit == ColumnUnit.Sentence;
        _isBranch = column.Unit == ColumnUnit.Branch;
        _keepsEnd = TypeColumns.Has(column) || column.Name == "method";
        Rank = column.Rank == ColumnRank.Usual && IsFirstOfText(table, position) ? ColumnRank.Key : column.Rank;
        Least = _isRight ? Width : Math.Min(Width, Math.Max(TextWidth.Of(Heading), Rank == ColumnRank.Key || _isSentence ? LeastOfKey : LeastOfText));
    }

    /// <summary>A column of texts that are there already.</summary>
    public GridColumn(string heading, string[] cells, bool isRight)
    {
        Heading = heading;
        _cells = cells;
        _isRight = isRight;
        Width = TextWidth.OfWidest(heading, cells);
        Least = Width;
        Rank = ColumnRank.Key;
        _lines = Array.ConvertAll(cells, static cell => (IReadOnlyList<string>)[cell]);
    }

    public string Heading { get; }

    /// <summary>How much it matters. Where nothing is declared, the first column and the first text say what a row is about.</summary>
    public ColumnRank Rank { get; }

    /// <summary>Columns of the terminal it takes.</summary>
    public int Width { get; private set; }

    /// <summary>The width below which it says too little: text may be shortened, numbers may not.</summary>
    public int Least { get; }

    /// <summary>Takes another width; its cells are shortened, or broken where two would look the same.</summary>
    public void Fit(int width)
    {
        if (width == Width)
            return;
        Width = width;
        string[] clipped = _isSentence ? []
            : Array.ConvertAll(_cells, cell => _isBranch ? BranchText.Clip(cell, width) : TextWidth.Clip(cell, width, _keepsEnd));
        Dictionary<string, string> meanings = [];
        HashSet<string> unclear = [];
        for (int i = 0; i < clipped.Length; i++)
        {
            if (!meanings.TryAdd(clipped[i], _cells[i]) && meanings[clipped[i]] != _cells[i])
                unclear.Add(clipped[i]);
        }

        _lines = _isSentence
            ? Array.ConvertAll(_cells, cell => TextWidth.Wrap(cell, width))
            : _isBranch ? Array.ConvertAll(clipped, static text => (IReadOnlyList<string>)[text])
            : [.. clipped.Select((text, i) => unclear.Contains(text) ? TextWidth.Break(_cells[i], width) : [text])];
    }

    /// <summary>How many lines a cell has.</summary>
    public int LinesOf(int row) => _lines[row].Count;

    /// <summary>Writes a line of a cell.</summary>
    public void Write(int row, int line, TextWriter to, bool padRight) => Write(line < _lines[row].Count ? _lines[row][line] : "", to, padRight);

    /// <summary>Writes a text as wide as the column is.</summary>
    public void Write(string text, TextWriter to, bool padRight)
    {
        string padding = new(' ', Math.Max(0, Width - TextWidth.Of(text)));
        if (_isRight)
            to.Write(padding);
        to.Write(_isRight && !padRight ? text.TrimEnd(' ') : text);
        if (!_isRight && padRight)
            to.Write(padding);
    }

    private static string[] Aligned(ResultColumn column, string[] texts) => column.Unit == ColumnUnit.Nanoseconds ? DurationScale.Align(texts) : texts;

    private static bool IsFirstOfText(ResultTable table, int position)
    {
        if (position == 0)
            return true;
        for (int i = 0; i < position; i++)
        {
            if (table.Columns[i].Kind == CellKind.Text)
                return false;
        }

        return table.Columns[position].Kind == CellKind.Text;
    }
}
