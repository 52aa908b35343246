using System.Buffers.Binary;
using System.Diagnostics;
using System.Globalization;
using System.Text;
using Fathom.Formats.Dwarf;
using Fathom.TestSupport;
using Fathom.Tests.Formats.ReadyToRun;
using Xunit;

namespace Fathom.Tests.Formats.Dwarf;

/// <summary>Programs of the C compiler in all forms that it can write, beside what readelf and addr2line of binutils read in them.</summary>
public sealed class CompiledLineTableTests : IDisposable
{
    private const long MostBytes = 64 * 1024 * 1024;
    private const int Functions = 60;

    private const string Inline = """
        static inline int twice(int value)
        {
            int sum = 0;
            for (int i = 0; i < value; i++)
                sum += i * value;
            return sum;
        }

        """;

    // The lines that were numbered anew go on so.
    private const string Main = """
        extern int more0(int value);
        int main(int argc, char **argv)
        {
            int all = 0;
            for (int i = 0; i < argc; i++)
                all += twice(i) + more0(i) + own0(i);
            return all;
        }

        """;

    private readonly TestFolder _folder = new();

    private string Sources => Path.Combine(_folder.Path, "sources");

    public static TheoryData<string> Options =>
    [
        "-gdwarf-2 -O0",
        "-gdwarf-2 -O2 -gstrict-dwarf",
        "-gdwarf-3 -O2",
        "-gdwarf-3 -gdwarf64 -O1",
        "-gdwarf-4 -O2 -gz",
        "-gdwarf-4 -gdwarf64 -O0",
        "-gdwarf-5 -O0",
        "-gdwarf-5 -O2 -gz=zlib-gnu",
        "-gdwarf-5 -gdwarf64 -O2",
        "-gdwarf-5 -gdwarf64 -O3 -gz -ffunction-sections -Wl,--gc-sections",
        "-gdwarf-4 -O2 -ffunction-sections -Wl,--gc-sections",
        "-gdwarf-5 -O2 -no-pie -gno-column-info",
    ];

    [Theory]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.CompilerReason)]
    [MemberData(nameof(Options))]
    public void Every_row_and_every_address_is_that_of_binutils(string options)
    {
        string program = Compile(options);
        LineTable? table = LineTable.TryRead(ReadyToRunFiles.Reader(File.ReadAllBytes(program)), MostBytes, out string? reason);
        Assert.Null(reason);
        Assert.Null(table!.Problem);
        List<ExpectedRow> expected = Rows(Run("readelf", "-W", "-wL", program));

        List<ExpectedRow> rows = Rows(table);

        Assert.InRange(rows.Count, Functions * 4, int.MaxValue);
        Assert.Equal(expected, rows);
        CheckAddresses(program, table, rows, options.StartsWith("-gdwarf-5", StringComparison.Ordinal));
    }

    // Numbers, names and descriptions of all sections, among them those of .debug_info, of which only folders are taken.
    [Theory]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.CompilerReason)]
    [InlineData("-gdwarf-3 -O1")]
    [InlineData("-gdwarf-5 -O1 -gz")]
    public void A_damaged_program_is_survived(string options)
    {
        byte[] whole = File.ReadAllBytes(Compile(options));
        ulong[] addresses = [.. Enumerable.Range(0, 40).Select(static i => 0x1100 + ((ulong)i * 97))];
        int sections = (int)BinaryPrimitives.ReadUInt64LittleEndian(whole.AsSpan(40));
        Random random = new(11);
        for (int round = 0; round < 700; round++)
        {
            byte[] damaged = [.. whole];
            for (int flips = random.Next(1, 200); flips > 0; flips--)
                damaged[random.Next(20) == 0 ? random.Next(sections, damaged.Length) : random.Next(64, sections)] ^= (byte)(1 << random.Next(8));
            damaged = random.Next(5) == 0 ? damaged[..random.Next(damaged.Length)] : damaged;
            Stopwatch watch = Stopwatch.StartNew();
            long before = GC.GetAllocatedBytesForCurrentThread();
            LineTable? table = LineTable.TryRead(ReadyToRunFiles.Reader(damaged), MostBytes, out string? reason);
            Assert.Equal(table is null, reason is not null);
            foreach (ulong address in addresses)
                table?.Find(address);
            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, MostBytes);
            // An endless loop would take for ever; a busy machine takes its time.
            Assert.True(watch.Elapsed < TimeSpan.FromMinutes(1));
        }
    }

    private void CheckAddresses(string program, LineTable table, List<ExpectedRow> rows, bool isVersion5)
    {
        List<(ulong Address, ExpectedRow Row)> covered = [];
        bool isRemoved = false;
        for (int i = 0; i + 1 < rows.Count; i++)
        {
            // What the linker removed is at address 0, where nothing of a program is.
            isRemoved = i == 0 || rows[i - 1].Line < 0 ? rows[i].Address == 0 : isRemoved;
            for (ulong address = rows[i].Address; rows[i].Line >= 0 && !isRemoved && address < rows[i + 1].Address; address++)
                covered.Add((address, rows[i]));
        }

        foreach ((ulong address, ExpectedRow row) in covered)
        {
            SourceLine line = table.Find(address) ?? default;
            string home = row.Path == "more.c" ? Path.Combine(Sources, "inner") : Sources;
            Assert.Equal((address, Path.Combine(home, row.Path), row.Line), (address, Path.GetFullPath(line.Path), line.Line));
        }

        // addr2line 2.40 numbers the files of version 5 from 1 where a program names none, and calls lines of inline.h those of main.c.
        if (isVersion5)
            return;
        string text = Run("addr2line", covered.Select(static one => one.Address), "-e", program);
        string[] lines = text.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(
            covered.Select(one => table.Find(one.Address) is { } line ? $"{line.Path}:{(line.Line == 0 ? "?" : line.Line)}" : ""),
            lines.Select(static line => line.Split(' ')[0]));
    }

    // All rows of the reader, with names of files without folders, as readelf has them.
    private static List<ExpectedRow> Rows(LineTable table)
    {
        List<ExpectedRow> rows = [];
        for (int at = 0; at < table.Section.Length;)
        {
            Assert.Null(LineUnit.TryRead(table.Section, at, out LineUnit unit, out at));
            LineProgram program = new(unit);
            while (program.TryNext(out LineRow row))
            {
                string name = row.IsEnd ? "" : Path.GetFileName(table.PathOf(unit, row.File));
                rows.Add(new ExpectedRow(row.Address, name, row.IsEnd ? -1 : (int)row.Line, 0));
            }
        }

        return rows;
    }

    // Name, line, address and more; the line of an end is a dash.
    private static List<ExpectedRow> Rows(string text)
    {
        List<ExpectedRow> rows = [];
        foreach (string line in text.Split('\n'))
        {
            string[] words = line.Split((char[])[' ', '\t'], StringSplitOptions.RemoveEmptyEntries);
            if (words.Length < 3 || !TryAddress(words[2], out ulong address))
                continue;
            bool isEnd = words[1] == "-";
            rows.Add(new ExpectedRow(address, isEnd ? "" : words[0], isEnd ? -1 : int.Parse(words[1], CultureInfo.InvariantCulture), 0));
        }

        return rows;
    }

    private static bool TryAddress(string word, out ulong address)
    {
        address = 0;
        string digits = word.StartsWith("0x", StringComparison.Ordinal) ? word[2..].Split('[')[0] : "";
        return word == "0" || ulong.TryParse(digits, NumberStyles.HexNumber, CultureInfo.InvariantCulture, out address);
    }

    private string Compile(string options)
    {
        string compiler = Needs.Compiler();
        Directory.CreateDirectory(Path.Combine(Sources, "inner"));
        File.WriteAllText(Path.Combine(Sources, "inline.h"), Inline);
        File.WriteAllText(Path.Combine(Sources, "inner", "more.c"), Source("more", "../inline.h"));
        File.WriteAllText(Path.Combine(Sources, "main.c"), Source("own", "inline.h") + Main);
        string program = Path.Combine(_folder.Path, "program");
        Run(compiler, [], Sources, ["-w", .. options.Split(' '), "-o", program, "main.c", "inner/more.c"]);
        return program;
    }

    private string Source(string name, string header)
    {
        StringBuilder text = new($"#include \"{header}\"\n");
        for (int i = Functions - 1; i >= 0; i--)
        {
            string next = i + 1 < Functions ? $"{name}{i + 1}(value - 1)" : "value";
            string renumbered = i % 9 == 4 ? $"#line {70_000 + i} \"{Sources}/generated.y\"" : "";
            text.Append(CultureInfo.InvariantCulture, $$"""
                int {{name}}{{i}}(int value)
                {
                    if (value > {{i}})
                        return {{next}} + twice(value);
                {{renumbered}}
                    switch (value & 7)
                    {
                        case 1: return {{i}};
                        case 2: return twice({{i}} + value);
                        default: break;
                    }
                    for (int i = 0; i < value; i += {{i + 1}})
                        value ^= i * 3;
                    return value;
                }

                """);
        }

        return text.ToString();
    }

    private static string Run(string program, params string[] arguments) => Run(program, [], null, arguments);

    private static string Run(string program, IEnumerable<ulong> input, params string[] arguments) => Run(program, input, null, arguments);

    private static string Run(string program, IEnumerable<ulong> input, string? folder, string[] arguments)
    {
        ProcessStartInfo start = new(program, arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardInput = true,
            RedirectStandardError = true,
            WorkingDirectory = folder ?? "",
        };
        using Process process = Process.Start(start)!;
        Task<string> output = process.StandardOutput.ReadToEndAsync(), errors = process.StandardError.ReadToEndAsync();
        foreach (ulong address in input)
            process.StandardInput.WriteLine($"0x{address:x}");
        process.StandardInput.Close();
        process.WaitForExit();
        Assert.True(process.ExitCode == 0, $"{program} {string.Join(' ', arguments)}: {errors.Result}");
        return output.Result;
    }

    public void Dispose() => _folder.Dispose();
}
