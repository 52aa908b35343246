using System.Text;

namespace Fathom.Formats.VmMap;

/// <summary>One line of a CSV file whose cells may stand in quotes. No cell goes over the end of a line.</summary>
internal static class CsvLine
{
    /// <summary>Divides a line; null where a quote is not closed.</summary>
    public static List<string>? Split(ReadOnlySpan<char> line)
    {
        List<string> cells = [];
        StringBuilder cell = new();
        bool quoted = false;
        for (int i = 0; i < line.Length; i++)
        {
            if (line[i] == '"' && quoted && i + 1 < line.Length && line[i + 1] == '"')
                cell.Append(line[i++]);
            else if (line[i] == '"')
                quoted = !quoted;
            else if (line[i] == ',' && !quoted)
                Take();
            else
                cell.Append(line[i]);
        }

        Take();
        return quoted ? null : cells;

        void Take()
        {
            cells.Add(cell.ToString());
            cell.Clear();
        }
    }
}
