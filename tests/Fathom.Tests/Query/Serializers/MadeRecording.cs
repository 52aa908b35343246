using Fathom.Model.Serializers;
using Fathom.Model.Tables;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;

namespace Fathom.Tests.Query.Serializers;

/// <summary>A recording of one or more cases, of serializers whose every figure is given.</summary>
internal static class MadeRecording
{
    /// <summary>Records it.</summary>
    /// <param name="folder">Where.</param>
    /// <param name="all">The serializers.</param>
    /// <param name="cases">Names of the cases: each takes as long as the one before it.</param>
    public static RecordingReader Create(TestFolder folder, IReadOnlyList<MadeSerializer> all, params string[] cases)
    {
        string path = folder.File("made.fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom serializers"));
        Interner ids = writer.Ids;
        uint caseId = 0;
        foreach (string name in cases.Length == 0 ? ["books"] : cases)
            writer.Write<SerializerCaseRow>([new(++caseId, ids.Text(name), 100, 0, ids.Text("seed=42"), TextId.None, ids.Text(name))]);
        for (int i = 0; i < all.Count; i++)
            Write(writer, (uint)i + 1, all[i], caseId);
        writer.Commit();
        return RecordingReader.Open(path);
    }

    private static void Write(RecordingWriter to, uint id, MadeSerializer one, uint cases)
    {
        Interner ids = to.Ids;
        TextId none = TextId.None;
        to.Write<SerializerRow>([new(
            id, ids.Text(one.Name), ids.Text("P" + id), none, none, none, one.IsText ? 1 : 0, none, ids.Text("serializer"), ids.Text("10.0.0"), ids.Text("jit"),
            ids.Text("available"), none, one.Statement is null ? none : ids.Text(one.Statement), none)]);
        for (uint caseId = 1; caseId <= cases; caseId++)
        {
            to.Write<SerializerResultRow>([new(id, caseId, ids.Text(one.Outcome), none, ids.Text("stream"), one.Size, null, null, null)]);
            foreach ((string operation, double[] launches) in one.Outcome == "ok" ? new[] { ("serialize", one.WriteNs), ("deserialize", one.ReadNs) } : [])
            {
                for (int launch = 1; launch <= launches.Length; launch++)
                {
                    long ns = (long)(launches[launch - 1] * 1000);
                    to.Write<SerializerSampleRow>([new(id, caseId, ids.Text(operation), ids.Text("stream"), 1, launch, 1, 1, 1000, ns, 0, 0, 0, 0, 0, null, 1, 1)]);
                }
            }
        }

        for (int launch = 1; launch <= one.Walls.Length; launch++)
            to.Write<SerializerStartRow>([new(id, 1, launch, 1, 1, 1, 1, (long)(one.Walls[launch - 1] * 1e6), 1, 1, 1, 1, 1, 0)]);
        foreach ((string lane, string[] outcomes) in new[] { ("hostile", one.Attacks), ("version", one.Versions) })
        {
            for (int i = 0; i < outcomes.Length; i++)
                to.Write<SerializerCheckRow>([new(id, ids.Text(lane), ids.Text(lane + i), ids.Text(outcomes[i]), none, null, null, null, null, null, null)]);
        }
    }
}
