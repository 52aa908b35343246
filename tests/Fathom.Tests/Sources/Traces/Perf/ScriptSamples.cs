using System.Globalization;

namespace Fathom.Tests.Sources.Traces.Perf;

/// <summary>Samples as <c>perf script --ns --fields tid,time,ip,sym,symoff,dso</c> prints them.</summary>
internal static class ScriptSamples
{
    /// <summary>Thread, time and the names of the functions, innermost first.</summary>
    public static List<(int Tid, long TimeNs, List<string> Frames)> Parse(string output)
    {
        List<(int, long, List<string>)> samples = [];
        foreach (string line in output.Split('\n').Where(static line => line.Trim().Length > 0))
        {
            string[] words = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            if (!char.IsWhiteSpace(line[0]) || words[1].EndsWith(':'))
            {
                string[] time = words[1].TrimEnd(':').Split('.');
                samples.Add((
                    int.Parse(words[0], CultureInfo.InvariantCulture),
                    (long.Parse(time[0], CultureInfo.InvariantCulture) * 1_000_000_000) + long.Parse(time[1], CultureInfo.InvariantCulture),
                    []));
            }
            else
            {
                // ADDRESS NAME+0xOFFSET (FILE); a name can have blanks.
                string name = line.Trim();
                name = name[(name.IndexOf(' ', StringComparison.Ordinal) + 1)..];
                name = name[..name.LastIndexOf(" (", StringComparison.Ordinal)];
                samples[^1].Item3.Add(name.LastIndexOf("+0x", StringComparison.Ordinal) is > 0 and int offset ? name[..offset] : name);
            }
        }

        return samples;
    }
}
