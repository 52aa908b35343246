using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace Fathom.Tests.Formats.PerfData;

/// <summary>What <c>perf script -D -F event,trace</c> says of a recording, as the lines of <see cref="RecordLines"/>: one for each record of the kernel, in perf's order.</summary>
internal static partial class PerfText
{
    /// <summary>perf says this of a processor that a record does not have.</summary>
    private const string NoCpu = "4294967295";

    private static readonly string[] s_modes = ["Unknown", "Kernel", "User", "Hypervisor", "GuestKernel", "GuestUser"];

    public static List<string> Lines(string text)
    {
        string[] raw = text.Split('\n');
        List<string> lines = [];
        for (int i = 0; i < raw.Length; i++)
        {
            Match head = Head().Match(raw[i]);
            if (!head.Success)
                continue;
            string prefix = $"{Cpu(head.Groups["cpu"].Value)}{head.Groups["time"].Value} ";
            string rest = head.Groups["rest"].Value;
            if (head.Groups["type"].Value == "SAMPLE")
                lines.Add(prefix + Sample(rest, raw, ref i));
            else if (Other(head.Groups["type"].Value, rest, raw, ref i) is { } line)
                lines.Add(prefix + line);
        }

        return lines;
    }

    private static string Cpu(string text) => text is "" or NoCpu + " " ? "" : text;

    private static string Sample(string head, string[] raw, ref int i)
    {
        Match fields = SampleHead().Match(head);
        StringBuilder line = new();
        line.Append(CultureInfo.InvariantCulture, $"SAMPLE {s_modes[Convert.ToInt32(fields.Groups["misc"].Value, 16) & 7]} {fields.Groups["rest"].Value}");
        while (++i < raw.Length && !raw[i].StartsWith(" ... thread:", StringComparison.Ordinal))
        {
            string text = raw[i];
            Match value = Value().Match(text);
            if (text.Contains(" chain: nr:", StringComparison.Ordinal))
                line.Append(" chain");
            else if (Frame().Match(text) is { Success: true } frame)
                line.Append(CultureInfo.InvariantCulture, $" {ulong.Parse(frame.Groups[1].Value, NumberStyles.HexNumber, CultureInfo.InvariantCulture):x}");
            else if (text.StartsWith("... user regs", StringComparison.Ordinal))
                line.Append(" user regs");
            else if (text.StartsWith("... intr regs", StringComparison.Ordinal))
                line.Append(" intr regs");
            else if (Register().Match(text) is { Success: true } register)
                line.Append(CultureInfo.InvariantCulture, $" 0x{ulong.Parse(register.Groups[1].Value, NumberStyles.HexNumber, CultureInfo.InvariantCulture):x}");
            else if (Stack().Match(text) is { Success: true } stack)
                line.Append(CultureInfo.InvariantCulture, $" ustack {stack.Groups[1].Value}");
            else if (value.Success)
                line.Append(CultureInfo.InvariantCulture, $" {value.Groups[1].Value} {value.Groups[2].Value}");
        }

        // The thread, the file, and then the event with its fields.
        i = Math.Min(i + 2, raw.Length - 1);
        return line.Append(" | ").Append(raw[i].Trim()).ToString();
    }

    // Null for records of perf itself.
    private static string? Other(string type, string rest, string[] raw, ref int i)
    {
        switch (type)
        {
            case "COMM" or "FORK" or "EXIT" or "MMAP" or "MMAP2" or "CGROUP" or "KSYMBOL" or "BPF_EVENT":
                return type + rest;
            // These are padded; names of the others may have blanks of their own.
            case "SWITCH" or "SWITCH_CPU_WIDE":
                return Spaces().Replace($"{type}{rest.TrimEnd()}", " ");
            case "LOST" or "LOST_SAMPLES":
                return $"{type} {LastNumber().Match(rest).Value}";
            case "NAMESPACES":
                Match fields = NamespacesHead().Match(rest);
                StringBuilder line = new($"NAMESPACES {fields.Groups[1].Value} {fields.Groups[2].Value}:");
                while (i + 1 < raw.Length && Link().Matches(raw[i + 1]) is { Count: > 0 } links)
                {
                    i++;
                    foreach (Match link in links)
                        line.Append(CultureInfo.InvariantCulture, $" {link.Groups[1].Value}");
                }

                return line.ToString();
            default:
                return null;
        }
    }

    // 1 3448982574622 0xa78 [0x3c0]: PERF_RECORD_SAMPLE(IP, 0x1): …
    [GeneratedRegex("^(?<cpu>[0-9]+ )?(?<time>[0-9]+) 0x[0-9a-f]+ \\[0x[0-9a-f]+\\]: PERF_RECORD_(?<type>[A-Z0-9_]+)(?<rest>.*)$")]
    private static partial Regex Head();

    [GeneratedRegex("^\\([A-Z]+, 0x(?<misc>[0-9a-f]+)\\): (?<rest>.*)$")]
    private static partial Regex SampleHead();

    [GeneratedRegex("^\\.\\.\\.\\.\\. +[0-9]+: ([0-9a-f]{16})$")]
    private static partial Regex Frame();

    [GeneratedRegex("^\\.\\.\\.\\. [A-Z0-9]+ +0x([0-9a-f]+)$")]
    private static partial Regex Register();

    [GeneratedRegex("^\\.\\.\\. ustack: size ([0-9]+)")]
    private static partial Regex Stack();

    [GeneratedRegex("^ ?\\.+ (weight|data_src|phys_addr|data page size|code page size): ([0-9a-zA-Z/]+)")]
    private static partial Regex Value();

    [GeneratedRegex("[0-9]+(?=[^0-9]*$)")]
    private static partial Regex LastNumber();

    [GeneratedRegex(" +")]
    private static partial Regex Spaces();

    [GeneratedRegex("^ ([0-9]+/[0-9]+) - nr_namespaces: ([0-9]+)")]
    private static partial Regex NamespacesHead();

    [GeneratedRegex("[a-z]+: ([0-9]+/0x[0-9a-f]+)")]
    private static partial Regex Link();
}
