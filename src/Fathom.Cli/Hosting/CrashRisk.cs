using System.Globalization;
using Fathom.Render.Text;
using Fathom.Sources.Targets.Dumps;

namespace Fathom.Cli.Hosting;

/// <summary>What a command reads that can crash the data access library: a core file, which may be damaged, or a process that changes while it is read.</summary>
/// <param name="Subject">The word for it on the command line.</param>
/// <param name="IsCore">Whether it is a core file.</param>
internal readonly record struct CrashRisk(string Subject, bool IsCore)
{
    private const string FilePrefix = "file:";
    private static readonly string[] s_processPrefixes = ["pid:", "name:"];

    /// <summary>
    /// Looks for it before anything of the command line is understood, which would cost more than a guard. Words that name no file may be processes; where that
    /// is wrong, as for the value of an option, a guard is started for nothing.
    /// </summary>
    /// <param name="args">The arguments of this process.</param>
    /// <returns>Null where the command reads neither.</returns>
    public static CrashRisk? Of(string[] args)
    {
        string[] words = Array.IndexOf(args, "--") is >= 0 and var end ? args[..end] : args;
        bool isCertain = false;
        CrashRisk? process = CommandWords.Split(words) is { Word: { } verb, Rest: var rest } && Array.IndexOf(RuntimeVerbs.Guarded, verb) >= 0 ? Process(rest, out isCertain) : null;

        // Without a look into files, which loads more than all that a guard needs.
        if (isCertain)
            return process;
        foreach (string word in words)
        {
            // To ask whether there is a file loads no more of the tool.
            if (!word.StartsWith('-') && File.Exists(PathOf(word)) && CoreFileHead.IsCore(PathOf(word)))
                return new CrashRisk(PathOf(word), IsCore: true);
        }

        return process;
    }

    /// <summary>That the guarded process crashed.</summary>
    /// <param name="signal">The name of the signal that ended it.</param>
    public FathomException Crashed(string signal) => IsCore
        ? FathomException.Target(
            $"'{SafeText.Of(Subject)}' is damaged or incomplete: the data access library of its runtime crashed on it ({signal}).",
            "write the core again, or copy it again from where it came from; a DAC of another build crashes too (docs/dac.md)")
        : FathomException.Target(
            $"Reading '{SafeText.Of(Subject)}' crashed ({signal}), as the data access library can when the process changes meanwhile; the process was released.",
            "try it again; a dump (fathom dump) does not change while it is read (docs/dac.md)");

    /// <summary>That no second process could be started.</summary>
    public FathomException NotStarted() => FathomException.NotPossible(
        $"Fathom could not start itself a second time, which reading '{SafeText.Of(Subject)}' needs.", "check the limit of processes (ulimit -u) and the free memory");

    private static CrashRisk? Process(string[] words, out bool isCertain)
    {
        string? perhaps = null;
        bool namesFile = isCertain = false;
        if (Array.IndexOf(words, "--help") >= 0 || Array.IndexOf(words, "-h") >= 0)
            return null;
        for (int i = 0; i < words.Length; i++)
        {
            if (words[i].StartsWith('-'))
                continue;
            bool mayBeValue = i > 0 && words[i - 1].StartsWith('-'), isProcess = IsProcess(words[i]);
            isCertain = isProcess && !mayBeValue;
            if (isCertain)
                return new CrashRisk(words[i], IsCore: false);
            if (Path.Exists(PathOf(words[i])))
                namesFile |= !mayBeValue;
            else if (isProcess || !mayBeValue)
                perhaps = words[i];
        }

        return perhaps is null || namesFile ? null : new CrashRisk(perhaps, IsCore: false);
    }

    private static bool IsProcess(string word)
    {
        foreach (string prefix in s_processPrefixes)
        {
            if (word.StartsWith(prefix, StringComparison.Ordinal))
                return true;
        }

        return int.TryParse(word, NumberStyles.None, CultureInfo.InvariantCulture, out int pid) && Directory.Exists($"/proc/{pid.ToString(CultureInfo.InvariantCulture)}");
    }

    private static string PathOf(string word) => word.StartsWith(FilePrefix, StringComparison.Ordinal) ? word[FilePrefix.Length..] : word;
}
