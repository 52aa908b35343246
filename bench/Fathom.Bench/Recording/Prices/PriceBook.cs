using System.Globalization;
using Fathom.Model;
using Fathom.Model.Machine;
using Fathom.Model.Statistics;
using Fathom.Model.Tables;
using Fathom.Storage.DuckDb;
using Fathom.Storage.Recordings;

namespace Fathom.Bench.Recording.Prices;

/// <summary>
/// Prices as a recording, in table <c>machine_fact</c>: topic <c>price</c>, the item is what is paid for, and the facts of it are <c>mean</c>, <c>low</c>, <c>high</c>, <c>unit</c> and <c>rounds</c>.
/// So <c>fathom sql</c> asks it like any other recording.
/// </summary>
/// <param name="Machine">What the prices depend on: kernel, processor, how many of them.</param>
/// <param name="Prices">The prices.</param>
internal sealed record PriceBook(string Machine, IReadOnlyList<Price> Prices)
{
    private const string Topic = "price";
    private const string MachineFact = "measured_on";
    private static readonly string[] s_facts = ["mean", "low", "high", "unit", "rounds"];

    /// <summary>Reads one.</summary>
    /// <exception cref="FathomException">There is none, or it is damaged.</exception>
    public static PriceBook Read(string path)
    {
        using RecordingReader recording = RecordingReader.Open(path);
        recording.Check(MachineFactRow.Schema.Name);
        Dictionary<string, Dictionary<string, string>> items = [];
        string machine = "";
        DirectoryInfo spill = Directory.CreateTempSubdirectory("fathom-bench-");
        try
        {
            using DuckDbConnection engine = DuckDbConnection.Open(DuckDbOptions.In(spill.FullName));
            string files = string.Join(", ", recording.PartFiles(MachineFactRow.Schema.Name).Select(static file => $"'{file.Replace("'", "''", StringComparison.Ordinal)}'"));
            using DuckDbResult result = engine.Query($"select coalesce(item, ''), fact, coalesce(value, '') from read_parquet([{files}]) where topic = '{Topic}'");
            Utf8StringCache texts = new();
            while (result.Read(out DuckDbChunk chunk))
            {
                for (int row = 0; row < chunk.RowCount; row++)
                {
                    (string item, string fact, string value) = (texts.Get(chunk.Column(0).Utf8(row)), texts.Get(chunk.Column(1).Utf8(row)), texts.Get(chunk.Column(2).Utf8(row)));
                    if (fact == MachineFact)
                        machine = value;
                    else if (items.TryGetValue(item, out Dictionary<string, string>? facts))
                        facts[fact] = value;
                    else
                        items[item] = new Dictionary<string, string> { [fact] = value };
                }
            }
        }
        finally
        {
            spill.Delete(recursive: true);
        }

        return new PriceBook(machine, [.. items.OrderBy(static item => item.Key, StringComparer.Ordinal).Select(item => Of(path, item.Key, item.Value))]);
    }

    /// <summary>Writes it in place of the one that is there.</summary>
    public void Write(string path, TimeProvider time)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(path))!);
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("bench/record --keep") { Replace = Directory.Exists(path), Time = time });
        List<MachineFactRow> rows = [Row(writer.Ids, null, MachineFact, Machine)];
        foreach (Price price in Prices)
        {
            string[] values = [Text(price.Value.Median), Text(price.Value.Low), Text(price.Value.High), price.Unit, price.Rounds.ToString(CultureInfo.InvariantCulture)];
            rows.AddRange(s_facts.Zip(values, (fact, value) => Row(writer.Ids, price.What, fact, value)));
        }

        writer.Write<MachineFactRow>([.. rows]);
        writer.Commit();
    }

    /// <summary>The prices with those of a run in place of older ones of the same things.</summary>
    public PriceBook With(IReadOnlyList<Price> now) => this with { Prices = [.. Prices.Where(old => now.All(price => price.What != old.What)), .. now] };

    private static MachineFactRow Row(Interner ids, string? item, string fact, string value) =>
        new() { Topic = ids.Text(Topic), Item = ids.Text(item), Fact = ids.Text(fact), Value = ids.Text(value), Kind = ids.Text("figure") };

    private static Price Of(string path, string what, Dictionary<string, string> facts)
    {
        return s_facts.All(facts.ContainsKey) && double.TryParse(facts["mean"], CultureInfo.InvariantCulture, out double mean)
            && double.TryParse(facts["low"], CultureInfo.InvariantCulture, out double low) && double.TryParse(facts["high"], CultureInfo.InvariantCulture, out double high)
            && int.TryParse(facts["rounds"], CultureInfo.InvariantCulture, out int rounds)
            ? new Price(what, facts["unit"], rounds, new Estimate(mean, low, high))
            : throw FathomException.Target($"'{path}' holds no whole price of '{what}'.", "bench/record --keep makes a new one");
    }

    private static string Text(double value) => value.ToString("R", CultureInfo.InvariantCulture);
}
