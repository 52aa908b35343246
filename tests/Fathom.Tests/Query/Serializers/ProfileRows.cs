using Fathom.Model.Recording;
using Fathom.Model.Serializers;
using Fathom.Model.Tables;

namespace Fathom.Tests.Query.Serializers;

/// <summary>A profile of each operation of a serializer with the first case, with figures that are easily checked: 1000 samples, of which one in ten copies.</summary>
internal static class ProfileRows
{
    private const int Iterations = 1000;

    /// <summary>Writes it.</summary>
    /// <param name="writer">Where to.</param>
    /// <param name="serializerId">The serializer.</param>
    /// <param name="ns">Time of an operation, nanoseconds; a hundredth of it is one percent.</param>
    /// <param name="scale">All times are multiplied by it.</param>
    public static void Write(IRecordingSink writer, uint serializerId, int ns, int scale)
    {
        foreach (string operation in new[] { "deserialize", "serialize" })
            Write(writer, serializerId, operation, ns * (long)Iterations * scale, isDisturbed: operation == "deserialize" && serializerId == 4);
    }

    private static void Write(IRecordingSink to, uint id, string operation, long allNs, bool isDisturbed)
    {
        Interner ids = to.Ids;
        TextId operationId = ids.Text(operation), lane = ids.Text("stream");
        SerializerProfileRow row = new(
            id, 1, operationId, lane, Iterations, allNs, Iterations / 2, allNs * 10 / 22, 1, 1000, allNs / 5, allNs / 100, 2, isDisturbed ? 3 : 0, isDisturbed ? 2_500_000 : 0,
            isDisturbed ? 1 : 0, isDisturbed ? 40 : 0, 0, isDisturbed ? ids.Text("Process 7 was lost.") : TextId.None);
        to.Write(new ReadOnlySpan<SerializerProfileRow>(in row));
        long left = allNs * 70 / 100;
        SerializerProfilePartRow[] parts =
        [
            Part("serializer", left * 8 / 10, left * 7 / 10, left * 85 / 100, 800),
            Part("copy", left / 10, left * 8 / 100, left * 12 / 100, 100),
            Part("suite", left / 10, left * 8 / 100, left * 12 / 100, 100),
            Part("gc", allNs / 5, null, null, null),
            Part("jit", allNs / 100, null, null, null),
            Part("sampling", allNs * 9 / 100, null, null, null),
        ];
        to.Write<SerializerProfilePartRow>(parts);
        SerializerProfileMethodRow[] methods =
        [
            Method("serializer", "App.Writer.Write", 600, 800),
            Method("serializer", "App.Writer.Rare", 9, 9),
            Method("serializer", "App.Writer.WriteString", 191, 200),
            Method("copy", "App.Writer.Write", 0, 100),
            Method("copy", "System.SpanHelpers.Memmove", 100, 100),
        ];
        to.Write<SerializerProfileMethodRow>(methods);

        SerializerProfilePartRow Part(string part, long ns, long? low, long? high, long? samples) =>
            new(id, 1, operationId, lane, ids.Text(part), ids.Text(samples is null ? "measured" : "estimated"), ns, low, high, samples);

        SerializerProfileMethodRow Method(string part, string method, long self, long total) => new(id, 1, operationId, lane, ids.Text(part), ids.Text(method), self, total);
    }
}
