using System.Text.RegularExpressions;

namespace Fathom.Serializers.Programs;

/// <summary>
/// What a build of several programs says went wrong: <c>FILE(1,2): error CS0001: text [PROJECT]</c>, <c>PROJECT : error NU1101: text [DRIVER]</c>. An error of a
/// project that is none of the programs, such as Kit, is one of all programs: what an earlier build left of them is of other sources.
/// </summary>
/// <param name="lines">The lines of the logs.</param>
/// <param name="programs">The programs that were built.</param>
/// <param name="driver">The project that builds them.</param>
internal sealed partial class BuildErrors(IReadOnlyList<string> lines, IReadOnlyList<ProgramProject> programs, string driver)
{
    /// <summary>Why a program was not built; null when nothing is said of it.</summary>
    public string? Of(ProgramProject program) =>
        lines.FirstOrDefault(line => line.Contains(program.File, StringComparison.Ordinal)) is { } own ? Reason(own)
        : lines.FirstOrDefault(line => IsOfAll(line) && Concerns(line, program)) is { } shared ? $"{Path.GetFileNameWithoutExtension(Project().Match(shared).Groups[1].Value)}: {Reason(shared)}"
        : null;

    private bool IsOfAll(string line) =>
        Project().Match(line) is { Success: true } match && match.Groups[1].Value is var project && project != driver
        && !programs.Any(program => line.Contains(program.File, StringComparison.Ordinal));

    // What an adapter from outside refers to is no part of the others.
    private static bool Concerns(string line, ProgramProject program) =>
        program.IsOwn || Project().Match(line).Groups[1].Value.StartsWith(Path.GetDirectoryName(program.Folder)! + Path.DirectorySeparatorChar, StringComparison.Ordinal);

    private static string Reason(string line)
    {
        int start = line.IndexOf("error ", StringComparison.Ordinal) + "error ".Length;
        int end = line.LastIndexOf(" [", StringComparison.Ordinal);
        return line[start..(end > start ? end : line.Length)].Trim();
    }

    [GeneratedRegex(@" \[([^\]]+proj)(::[^\]]*)?\]$")]
    private static partial Regex Project();
}
