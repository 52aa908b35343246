using Fathom.Model.Results;
using Fathom.Render.Text;

namespace Fathom.Render.Serializers;

/// <summary>What was serialized, and how: "bookshelf, 100 objects, 10 B of payload each, lane stream".</summary>
internal static class CaseTitle
{
    /// <summary>The title of a row, safe to show.</summary>
    public static string Of(ComparisonRow row)
    {
        double payload = row.Number("payload_bytes") ?? 0;
        string objects = ReadableNumber.Of(row.Number("n") ?? 0, ColumnUnit.Count);
        return $"{SafeText.Of(row.Text("case_name") ?? "")}, {objects} {(objects == "1" ? "object" : "objects")}"
            + $"{(payload > 0 ? $", {ReadableNumber.Of(payload, ColumnUnit.Bytes)} of payload each" : "")}, lane {SafeText.Of(row.Text("lane") ?? "stream")}";
    }
}
