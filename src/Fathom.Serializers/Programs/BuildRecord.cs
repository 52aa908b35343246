using System.Text.Json;
using Fathom.Files;

namespace Fathom.Serializers.Programs;

/// <summary>What builds gave, kept beside them: per program the sources that it was made from, and its executable or the reason why there is none.</summary>
/// <param name="Programs">What is known, by name of the program.</param>
internal sealed record BuildRecord(Dictionary<string, BuildRecordEntry> Programs)
{
    private const string Name = "built.json";

    // A package that did not restore may do so later.
    private static readonly TimeSpan s_retryMissing = TimeSpan.FromHours(1);

    /// <summary>The record of a folder; an empty one where there is none.</summary>
    public static BuildRecord Load(string folder)
    {
        string file = Path.Combine(folder, Name);
        try
        {
            if (File.Exists(file) && JsonSerializer.Deserialize<BuildRecord>(RegularFile.ReadAllBytes(file)) is { Programs: not null } record)
                return record;
        }
        catch (JsonException)
        {
            // A record of another version, or a damaged one: building again gives a new one.
        }

        return new BuildRecord([]);
    }

    /// <summary>What a program's last build gave; null when it must be built.</summary>
    public BuiltProgram? Find(ProgramProject project, BuildTarget target, string fingerprint, DateTimeOffset now)
    {
        bool holds = Programs.TryGetValue(project.Name, out BuildRecordEntry? entry) && entry.Fingerprint == fingerprint
            && (entry.Executable is null ? now - entry.BuiltUtc < s_retryMissing : entry.Inputs is { Hold: true } && File.Exists(entry.Executable));
        return holds ? new BuiltProgram(project, target, entry!.Executable, entry.Reason) : null;
    }

    /// <summary>Takes note of a build.</summary>
    public void Add(BuiltProgram built, string fingerprint, ProgramInputs? inputs, DateTimeOffset now) =>
        Programs[built.Project.Name] = new BuildRecordEntry(fingerprint, built.Executable, built.Reason, now, inputs);

    /// <summary>Keeps it.</summary>
    public void Save(string folder)
    {
        string file = Path.Combine(folder, Name), partial = $"{file}.partial";
        using (FileStream stream = OwnFile.Remake(partial))
            JsonSerializer.Serialize(stream, this);
        File.Move(partial, file, overwrite: true);
    }
}
