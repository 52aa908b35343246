using System.Text.Json;

namespace Fathom.Serializers.Programs;

/// <summary>What a build gave, kept beside it: a name per program, with its executable or the reason why there is none.</summary>
/// <param name="Fingerprint">The sources that it was made from.</param>
/// <param name="Executables">Executable by program; null where there is none.</param>
/// <param name="Reasons">Reason by program, for those without.</param>
internal sealed record BuildRecord(string Fingerprint, Dictionary<string, string?> Executables, Dictionary<string, string> Reasons)
{
    private const string Name = "built.json";

    // A package that did not restore may do so later.
    private static readonly TimeSpan s_retryMissing = TimeSpan.FromHours(1);

    /// <summary>The programs as a record.</summary>
    public static BuildRecord Of(string fingerprint, IEnumerable<BuiltProgram> programs)
    {
        BuiltProgram[] all = [.. programs];
        return new BuildRecord(
            fingerprint,
            all.ToDictionary(static one => one.Project.Name, static one => one.Executable),
            all.Where(static one => one.Executable is null).ToDictionary(static one => one.Project.Name, static one => one.Reason));
    }

    /// <summary>The record of a folder that still holds; null when something must be built.</summary>
    public static BuildRecord? Load(string folder, string fingerprint, TimeProvider time)
    {
        string file = Path.Combine(folder, Name);
        if (!File.Exists(file))
            return null;
        try
        {
            BuildRecord? record = JsonSerializer.Deserialize<BuildRecord>(File.ReadAllBytes(file));
            bool holds = record is not null && record.Fingerprint == fingerprint && record.Executables.Values.All(static one => one is null || File.Exists(one))
                && (record.Reasons.Count == 0 || time.GetUtcNow() - File.GetLastWriteTimeUtc(file) < s_retryMissing);
            return holds ? record : null;
        }
        catch (JsonException)
        {
            // A record of another version, or a damaged one: building again gives a new one.
            return null;
        }
    }

    /// <summary>Keeps it.</summary>
    public void Save(string folder)
    {
        string file = Path.Combine(folder, Name), partial = $"{file}.partial";
        File.WriteAllBytes(partial, JsonSerializer.SerializeToUtf8Bytes(this));
        File.Move(partial, file, overwrite: true);
    }
}
