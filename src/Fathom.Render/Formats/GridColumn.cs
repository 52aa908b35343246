using Fathom.Model.Results;
using Fathom.Model.Units;
using Fathom.Render.Text;

namespace Fathom.Render.Formats;

/// <summary>One column of a console table, laid out.</summary>
internal sealed class GridColumn
{
    private readonly bool _right;

    public GridColumn(ResultTable table, int position, MeasureUnit? unit)
    {
        ResultColumn column = table.Columns[position];
        Wraps = column.Unit == ColumnUnit.Sentence && position == table.Columns.Count - 1;
        _right = column.Kind is CellKind.Integer or CellKind.Real;
        Heading = CellText.Heading(column, unit);
        Cells = new string[table.Rows.Count];
        Width = TextWidth.Of(Heading);
        for (int i = 0; i < Cells.Length; i++)
        {
            Cells[i] = CellText.Of(table.Rows[i][position], column, unit);
            Width = Math.Max(Width, TextWidth.Of(Cells[i]));
        }
    }

    public string Heading { get; }

    public string[] Cells { get; }

    /// <summary>Columns of the terminal it takes.</summary>
    public int Width { get; set; }

    /// <summary>Whether its cells may be shortened: text may, numbers may not.</summary>
    public bool MayShrink => !_right;

    /// <summary>Whether its cells are broken into lines rather than shortened.</summary>
    public bool Wraps { get; }

    public void Write(string text, TextWriter to, bool padRight)
    {
        if (!Wraps)
            text = TextWidth.Clip(text, Width);
        int padding = Width - TextWidth.Of(text);
        if (_right)
            Pad(to, padding);
        to.Write(text);
        if (!_right && padRight)
            Pad(to, padding);
    }

    private static void Pad(TextWriter to, int count)
    {
        for (int i = 0; i < count; i++)
            to.Write(' ');
    }
}
