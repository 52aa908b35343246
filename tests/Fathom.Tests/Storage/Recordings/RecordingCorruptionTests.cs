using Fathom.Model;
using Fathom.Query.Foreign;
using Fathom.Query.Info;
using Fathom.Storage.Recordings;
using Fathom.Tests.Query;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Storage.Recordings;

public sealed class RecordingCorruptionTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_manifest_cut_at_any_length_is_refused_cleanly()
    {
        string file = Damageable("manifest.json");
        byte[] whole = File.ReadAllBytes(file);
        foreach (int length in Enumerable.Range(0, 60).Select(i => i * (whole.Length - 3) / 60).Concat(Enumerable.Range(0, 20)).Distinct())
        {
            File.WriteAllBytes(file, whole[..length]);
            Assert.IsType<FathomException>(Record.Exception(UseAll));
        }
    }

    [Fact]
    public void A_manifest_with_a_flipped_bit_is_always_refused()
    {
        string file = Damageable("manifest.json");
        byte[] whole = File.ReadAllBytes(file);
        for (int place = 0; place < whole.Length; place++)
        {
            byte[] damaged = [.. whole];
            damaged[place] ^= (byte)(1 << (place % 8));
            File.WriteAllBytes(file, damaged);
            Exception? error = Record.Exception(() => RecordingReader.Open(_folder.File("a.fathom")).Dispose());
            Assert.True(error is FathomException { ExitCode: ExitCode.Target }, $"byte {place}: {error}");
        }
    }

    [Fact]
    public void A_part_cut_at_any_length_is_refused_cleanly()
    {
        string file = Damageable("heap_usage/part-1.parquet");
        byte[] whole = File.ReadAllBytes(file);
        for (int length = 0; length < whole.Length; length += 13)
        {
            File.WriteAllBytes(file, whole[..length]);
            Assert.Contains("not " + whole.Length, Assert.Throws<FathomException>(UseAll).Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void A_part_with_a_flipped_bit_is_always_refused()
    {
        string file = Damageable("heap_usage/part-1.parquet");
        byte[] whole = File.ReadAllBytes(file);
        for (int place = 0; place < whole.Length; place += 7)
        {
            byte[] damaged = [.. whole];
            damaged[place] ^= (byte)(1 << (place % 8));
            File.WriteAllBytes(file, damaged);
            Assert.Contains("checksum", Assert.Throws<FathomException>(UseAll).Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void A_damaged_part_with_a_fitting_checksum_is_an_error_of_the_engine_and_not_a_crash()
    {
        string file = Damageable("heap_usage/part-1.parquet");
        byte[] whole = File.ReadAllBytes(file);
        using RecordingReader good = RecordingReader.Open(_folder.File("a.fathom"));
        Random random = new(2);
        int refused = 0;
        for (int i = 0; i < 50; i++)
        {
            byte[] damaged = i % 3 == 0 ? whole[..random.Next(whole.Length)] : [.. whole];
            for (int flip = 0; flip < 3 && damaged.Length > 0; flip++)
                damaged[random.Next(damaged.Length)] ^= (byte)(1 << random.Next(8));
            File.WriteAllBytes(file, damaged);
            Parts.Seal(good);
            Exception? error = Record.Exception(() =>
            {
                using RecordingReader recording = RecordingReader.Open(_folder.File("a.fathom"));
                ForeignQuery.Run([recording], "SELECT * FROM heap_usage", [], TestContext.Current.CancellationToken);
            });
            Assert.True(error is null or FathomException, error?.ToString());
            refused += error is null ? 0 : 1;
        }

        Assert.True(refused > 15);
    }

    private string Damageable(string relativePath)
    {
        HeapRecordings.Create(_folder, "a", "MyApp.Order", 3).Dispose();
        return _folder.File(Path.Combine("a.fathom", relativePath));
    }

    private void UseAll()
    {
        using RecordingReader recording = RecordingReader.Open(_folder.File("a.fathom"));
        RecordingInfo.Facts(recording, CancellationToken.None);
    }
}
