using System.Text;

namespace Fathom.Sources.Machine.Processes;

/// <summary>The arguments of a process as <c>/proc/PID/cmdline</c> has them: each ends with a zero byte.</summary>
internal static class CommandLine
{
    /// <summary>The arguments; none for a kernel thread and for a process that has ended.</summary>
    public static string[] Split(ReadOnlySpan<byte> text)
    {
        text = text.TrimEnd((byte)0);
        if (text.IsEmpty)
            return [];
        string[] arguments = new string[text.Count((byte)0) + 1];
        int i = 0;
        foreach (Range range in text.Split((byte)0))
            arguments[i++] = Encoding.UTF8.GetString(text[range]);
        return arguments;
    }

    /// <summary>One line for people and for rename rules: arguments joined by blanks, line breaks and other control characters as blanks.</summary>
    public static string Join(string[] arguments) => string.Create(
        Math.Max(0, arguments.Sum(a => a.Length + 1) - 1),
        arguments,
        static (line, all) =>
        {
            int at = 0;
            foreach (string argument in all)
            {
                if (at > 0)
                    line[at++] = ' ';
                foreach (char c in argument)
                    line[at++] = char.IsControl(c) ? ' ' : c;
            }
        });
}
