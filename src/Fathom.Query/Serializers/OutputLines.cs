using Fathom.Model.Results;
using Fathom.Query.Sessions;

namespace Fathom.Query.Serializers;

/// <summary>Outputs of serializers, line by line: long lines are broken, so that an output can be read as a column of a table.</summary>
internal static class OutputLines
{
    private const int Width = 100;

    /// <summary>The rows of one output; one row without text where there is no output.</summary>
    public static IEnumerable<Cell[]> Of(TableRow row)
    {
        int number = 0;
        IEnumerable<string?> lines = row.Text("output") is { Length: > 0 } text ? Split(text) : (IEnumerable<string?>)[null];
        foreach (string? line in lines)
        {
            yield return
            [
                Cell.Of(row.Text("case_name")), Cell.Of(row.Number("n")), Cell.Of(row.Text("serializer")), Cell.Of(row.Text("format")), Cell.Of(row.Number("size_bytes")),
                Cell.Of(++number), Cell.Of(line), Cell.Of(row.Text("outcome")), Cell.Of(row.Text("detail")), row.Number("is_hex") is { } hex ? Cell.Of(hex == 1) : default,
                Cell.Of(row.Number("payload_bytes")), Cell.Of(row.Text("runtime")), Cell.Of(row.Text("build")),
            ];
        }
    }

    /// <summary>Lines of at most a hundred characters; a pair of surrogates stays together.</summary>
    internal static IEnumerable<string> Split(string text)
    {
        foreach (string line in text.ReplaceLineEndings("\n").TrimEnd('\n').Split('\n'))
        {
            int start = 0;
            do
            {
                int end = Math.Min(start + Width, line.Length);
                if (end < line.Length && char.IsHighSurrogate(line[end - 1]))
                    end--;
                yield return line[start..end];
                start = end;
            }
            while (start < line.Length);
        }
    }
}
