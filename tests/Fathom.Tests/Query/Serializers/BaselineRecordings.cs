using Fathom.Model.Serializers;
using Fathom.Model.Tables;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Model.Statistics;

namespace Fathom.Tests.Query.Serializers;

/// <summary>Measurements that are drawn: code by hand and five serializers, whose processes scatter by 1 %, and those of a launch by half a percent together.</summary>
internal sealed class BaselineRecordings(TestFolder folder)
{
    private static readonly string[] s_names = ["(hand-written)", "Avro", "Bond", "Ceras", "Datum", "Edifact"];

    /// <summary>Processes of each.</summary>
    public int Launches { get; init; } = 5;

    /// <summary>The machine.</summary>
    public string Machine { get; init; } = "box";

    /// <summary>The runtimes that each was measured on.</summary>
    public string[] Runtimes { get; init; } = ["10.0.0"];

    /// <summary>How many times as long a serializer takes.</summary>
    public Func<string, double> Factor { get; init; } = static _ => 1;

    /// <summary>What a serializer writes beyond the usual, bytes.</summary>
    public Func<string, long> More { get; init; } = static _ => 0;

    /// <summary>What became of a serializer.</summary>
    public Func<string, string> Outcome { get; init; } = static _ => "ok";

    /// <summary>Whether a serializer is measured at all.</summary>
    public Func<string, bool> Has { get; init; } = static _ => true;

    /// <summary>How the data was drawn.</summary>
    public string Dials { get; init; } = "seed=42";

    /// <summary>Records one.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="seed">Other draws.</param>
    public RecordingReader Create(string name, ulong seed)
    {
        KnownTimes random = new(seed);
        string path = folder.File(name + ".fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom serializers"));
        writer.Describe(manifest => manifest with { Machine = manifest.Machine with { Name = Machine } });
        Interner ids = writer.Ids;
        TextId none = TextId.None;
        writer.Write<SerializerCaseRow>([new(1, ids.Text("bookshelf"), 100, 0, ids.Text(Dials), none, ids.Text("books"))]);
        double[][] common = [.. Enumerable.Range(0, 2).Select(_ => (double[])[.. Enumerable.Range(0, Launches).Select(_ => 0.005 * random.Normal())])];
        uint id = 0;
        foreach (string one in s_names.Where(Has))
        {
            foreach (string runtime in Runtimes)
            {
                id++;
                string outcome = Outcome(one);
                writer.Write<SerializerRow>([new(
                    id, ids.Text(one), ids.Text("P" + id), none, ids.Text("1." + seed), none, 1, none,
                    ids.Text(one[0] == '(' ? "floor" : "serializer"), ids.Text(runtime), ids.Text("jit"), ids.Text("available"), none, none, none)]);
                writer.Write<SerializerResultRow>([new(
                    id, 1, ids.Text(outcome), outcome == "ok" ? none : ids.Text("Books[0]: nothing was returned"), ids.Text("stream"),
                    1000 + one.Length + More(one), null, null, null)]);
                if (outcome == "ok")
                    Write(writer, random, common, id, 1000 * one.Length * Factor(one), 64 * (1 + More(one)));
            }
        }

        writer.Commit();
        return RecordingReader.Open(path);
    }

    private void Write(RecordingWriter to, KnownTimes random, double[][] common, uint id, double ns, long allocated)
    {
        Interner ids = to.Ids;
        foreach ((int at, string operation) in new[] { "serialize", "deserialize" }.Index())
        {
            for (int launch = 1; launch <= Launches; launch++)
            {
                double process = ns * (1 + at) * Math.Exp(common[at][launch - 1] + (0.01 * random.Normal()));
                for (int sample = 1; sample <= 5; sample++)
                {
                    to.Write<SerializerSampleRow>(
                        [new(
                            id, 1, ids.Text(operation), ids.Text("stream"), 1, launch, sample, 1, 100,
                            (long)(100 * process * Math.Exp(0.01 * random.Normal())), 100 * allocated, 0, 0, 0, 0, null, 1, 1)]);
                }
            }
        }
    }
}
