namespace Fathom.Model.Runtime;

/// <summary>What is in a list of files that processes had loaded.</summary>
/// <param name="Processes">The processes: name of the recording, of the process, and its number.</param>
/// <param name="Assemblies">Assemblies.</param>
/// <param name="Libraries">Native libraries and programs.</param>
/// <param name="NotUsed">Those that are unused, or not seen to run; null where nothing would tell.</param>
public sealed record LoadedFilesSums(IReadOnlyList<(string Recording, string Process, long Pid)> Processes, int Assemblies, int Libraries,
    int? NotUsed);
