using System.Globalization;
using System.Reflection;

namespace Fathom.Sources.Traces.Calls;

/// <summary>Names of system calls of Linux by their numbers, as <c>SystemCalls.txt</c> has them.</summary>
internal static class SystemCallNames
{
    /// <summary>Name and numbers of each call; -1 where the processor has no such call.</summary>
    public static IReadOnlyList<(string Name, int X64, int Arm64)> All { get; } = [.. Read()];

    /// <summary>Those of a processor, by number; null where a number stands for none.</summary>
    /// <param name="isArm">arm64, or else x64; null for another one, or where it is not known: then no number has a name.</param>
    public static string?[] ByNumber(bool? isArm)
    {
        if (isArm is not { } arm)
            return [];
        string?[] names = new string?[All.Max(call => arm ? call.Arm64 : call.X64) + 1];
        foreach ((string name, int x64, int arm64) in All)
        {
            if ((arm ? arm64 : x64) is >= 0 and var number)
                names[number] = name;
        }

        return names;
    }

    private static IEnumerable<(string, int, int)> Read()
    {
        using Stream stream = Assembly.GetExecutingAssembly().GetManifestResourceStream("SystemCalls.txt")!;
        using StreamReader reader = new(stream);
        while (reader.ReadLine() is { } line)
        {
            if (line.Length > 0 && line[0] != '#' && line.Split(' ') is [var name, var x64, var arm64])
                yield return (name, Number(x64), Number(arm64));
        }
    }

    private static int Number(string word) => word == "-" ? -1 : int.Parse(word, NumberStyles.None, CultureInfo.InvariantCulture);
}
