using System.Buffers.Text;
using System.Text;

namespace Fathom.Sources.Threads.Intervals;

/// <summary>
/// What <c>/proc/PID/task/TID/stat</c> says of a thread: <c>TID (NAME) STATE …</c>, fields separated by blanks. NAME may hold blanks and brackets, so
/// the fields are counted from the last closing bracket. Numbers below are those of proc(5): 3 state, 14 user and 15 system time, 22 start.
/// </summary>
/// <param name="Name">Name of the thread.</param>
/// <param name="State">State letter.</param>
/// <param name="CpuTicks">User and system time in clock ticks: too coarse where <c>schedstat</c> is there.</param>
/// <param name="StartTicks">Clock ticks from boot to the start of the thread.</param>
internal readonly record struct TaskStat(string Name, char State, long CpuTicks, long StartTicks)
{
    private const int StateField = 3;
    private const int UserField = 14;
    private const int SystemField = 15;
    private const int StartField = 22;

    /// <summary>Reads the fields; false where the text is not of this form.</summary>
    public static bool TryParse(ReadOnlySpan<byte> text, out TaskStat stat)
    {
        stat = default;
        int nameStart = text.IndexOf((byte)'(');
        int nameEnd = text.LastIndexOf((byte)')');
        if (nameStart < 0 || nameEnd < nameStart)
            return false;
        char state = '\0';
        long cpu = 0;
        int field = 2;
        ReadOnlySpan<byte> rest = text[(nameEnd + 1)..].TrimEnd("\n"u8);
        foreach (Range range in rest.Split((byte)' '))
        {
            ReadOnlySpan<byte> value = rest[range];
            if (value.IsEmpty)
                continue;
            field++;
            if (field == StateField)
            {
                state = (char)value[0];
                continue;
            }

            if (field is not (UserField or SystemField or StartField))
                continue;
            if (!Utf8Parser.TryParse(value, out long number, out int used) || used != value.Length || number < 0 || number > long.MaxValue - cpu)
                return false;
            if (field == StartField)
            {
                stat = new TaskStat(Encoding.UTF8.GetString(text[(nameStart + 1)..nameEnd]), state, cpu, number);
                return true;
            }

            cpu += number;
        }

        return false;
    }
}
