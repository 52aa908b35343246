using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Streaming;

/// <summary>Many rows.</summary>
[Serializable]
[DataContract]
public partial class StreamedRows
{
    /// <summary>The rows.</summary>
    [DataMember(Order = 1)]
    public List<StreamedRow> Rows { get; set; } = [];

    /// <summary>Rows with numbers from 0; the same count gives the same rows.</summary>
    public static StreamedRows Make(int count)
    {
        StreamedRows rows = new() { Rows = new List<StreamedRow>(count) };
        for (int i = 0; i < count; i++)
            rows.Rows.Add(RowAt(i));
        return rows;
    }

    /// <summary>The first row that is not as <see cref="Make"/> made it; -1 when all are.</summary>
    public long FirstWrong(int count)
    {
        if (Rows.Count != count)
            return Math.Min(Rows.Count, count);
        for (int i = 0; i < count; i++)
        {
            StreamedRow row = Rows[i];
            if (row.Id != i || row.Amount != i * 0.5 || row.Text.Length != TextLength(i) || (row.Text.Length > 0 && row.Text[^1] != (char)('a' + (i % 26))))
                return i;
        }

        return -1;
    }

    private static StreamedRow RowAt(int i) => new() { Id = i, Text = new string((char)('a' + (i % 26)), TextLength(i)), Amount = i * 0.5 };

    private static int TextLength(int i) => 40 + (i % 40);
}
