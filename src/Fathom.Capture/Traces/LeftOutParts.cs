using Fathom.Model;
using Fathom.Model.Catalog;

namespace Fathom.Capture.Traces;

/// <summary>Parts of a trace that the user wants to leave out of its recording.</summary>
public sealed class LeftOutParts
{
    private LeftOutParts(string option, IReadOnlyList<string> tables) => (Option, Tables) = (option, tables);

    /// <summary>How the user said it: "--skip waits".</summary>
    public string Option { get; }

    /// <summary>The tables that are left out, in order.</summary>
    public IReadOnlyList<string> Tables { get; }

    /// <summary>What a reader of the recording must know.</summary>
    public string Notice => $"the trace was read with '{Option}': what was skipped is not in the recording, although the trace may hold it";

    /// <summary>Reads the two options; null where neither was given.</summary>
    /// <param name="only">Parts that are kept, with commas between.</param>
    /// <param name="skip">Parts that are left out.</param>
    /// <exception cref="FathomException">Both were given, or a name is none of a part (<see cref="ExitCode.Usage"/>).</exception>
    public static LeftOutParts? Read(string? only, string? skip)
    {
        if (only is not null && skip is not null)
            throw FathomException.Usage("'--only' and '--skip' contradict each other.", "leave one of them out");
        if ((only ?? skip) is not { } text)
            return null;
        string option = $"{(only is null ? "--skip" : "--only")} {text}";
        string[] names = text.Split(',', StringSplitOptions.TrimEntries);
        if (Array.Find(names, static name => TraceParts.Find(name) is null) is { } wrong)
        {
            string near = NearMiss.Find(wrong, TraceParts.Names) is { } meant ? $"did you mean '{meant}'? " : "";
            throw FathomException.Usage($"'{wrong}' in '{option}' is not a part of a trace.", $"{near}The parts are {string.Join(", ", TraceParts.Names)}");
        }

        return new LeftOutParts(option, TraceParts.LeftOut(names, only is not null));
    }
}
