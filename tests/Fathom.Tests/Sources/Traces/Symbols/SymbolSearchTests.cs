using System.Diagnostics;
using System.Globalization;
using Fathom.Formats.Elf;
using Fathom.Sources.Targets.Images;
using Fathom.Sources.Traces.Rows;
using Fathom.Sources.Traces.Symbols;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Symbols;

/// <summary>Where symbols are looked for, and that a file of another build names nothing.</summary>
public sealed class SymbolSearchTests : IDisposable
{
    private const string Program = """
        __attribute__((noinline)) int hidden_work(int n) { volatile int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
        static __attribute__((noinline)) int more_work(int n) { return hidden_work(n) + 1; }
        int main(int c, char **v) { return more_work(c); }
        """;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("libcoreclr.so")]
    [InlineData("libcoreclr.so.debug")]
    [InlineData("libcoreclr.so.dbg")]
    [InlineData("nowhere/at/all/libcoreclr.so")]
    [InlineData(".build-id/{0}/{1}.debug")]
    [InlineData(".build-id/{0}/{1}")]
    [InlineData("{0}/{1}.debug")]
    [InlineData("{0}{1}/executable")]
    public void A_file_of_the_build_names_places_wherever_a_folder_has_it(string layout)
    {
        Put(OwnLibrary.Path, string.Format(CultureInfo.InvariantCulture, layout, OwnLibrary.BuildId[..2], OwnLibrary.BuildId[2..]));

        NativeCode code = Search().Find("/nowhere/at/all/libcoreclr.so", OwnLibrary.BuildId, OwnLibrary.Mapped);

        Assert.Equal(new NativeFunction("coreclr_initialize", 3), code.Find(OwnLibrary.PlaceOf("coreclr_initialize") + 3));
        Assert.Equal("coreclr_execute_assembly", code.Find(OwnLibrary.PlaceOf("coreclr_execute_assembly"))?.Name);
    }

    [Fact]
    public void A_file_of_another_build_names_nothing()
    {
        Put(OwnLibrary.Path, "libcoreclr.so");
        string other = (OwnLibrary.BuildId[0] == '0' ? '1' : '0') + OwnLibrary.BuildId[1..];

        NativeCode here = Search().Find("/nowhere/libcoreclr.so", other, OwnLibrary.Mapped), itself = new SymbolSearch([]).Find(OwnLibrary.Path, other, OwnLibrary.Mapped);
        NativeCode none = new SymbolSearch([]).Find("/nowhere/libcoreclr.so", OwnLibrary.BuildId[..^1] + "z", OwnLibrary.Mapped), absent = new SymbolSearch([]).Find("/nowhere/libx.so", other, null);

        Assert.All((NativeCode[])[here, itself, none, absent], static code => Assert.Null(code.Find(OwnLibrary.PlaceOf("coreclr_initialize"))));
        Assert.Equal(
            ["the files here are of another build", "the files here are of another build", "the trace does not hold its build id", "no file of its build is here"],
            ((NativeCode[])[here, itself, none, absent]).Select(static code => code.Reason));
    }

    [Fact]
    public void Symbols_that_were_taken_out_of_a_program_name_it_also_where_the_program_is_not_here()
    {
        (string program, Dictionary<string, ulong> functions) = Compile();
        Run("objcopy", "--only-keep-debug", program, _folder.File("program.debug"));
        (string buildId, CodeRange mapped, ElfSegment code) = Facts(program);
        File.Delete(program);

        NativeCode found = Search().Find("/nowhere/program", buildId, mapped), shorter = Search().Find("/nowhere/program", buildId, mapped with { Bytes = mapped.Bytes + 4096 });

        Assert.True(found.IsComplete);
        foreach (string name in (string[])["hidden_work", "more_work", "main"])
            Assert.Equal(new NativeFunction(name, 1), found.Find(functions[name] - code.Address + code.FileOffset + 1));
        // Where the code lay cannot be told from a mapping of another length.
        Assert.Null(shorter.Find(functions["main"] - code.Address + code.FileOffset));
    }

    [Fact]
    public void A_program_names_the_file_with_its_symbols()
    {
        (string program, Dictionary<string, ulong> functions) = Compile();
        Run("objcopy", "--only-keep-debug", program, _folder.File("elsewhere.sym"));
        Run("strip", program);
        Run("objcopy", "--add-gnu-debuglink=" + _folder.File("elsewhere.sym"), program);
        (string buildId, CodeRange mapped, ElfSegment code) = Facts(program);
        ulong place = functions["hidden_work"] - code.Address + code.FileOffset;

        NativeCode both = Search().Find("/nowhere/program", buildId, mapped);
        File.Delete(_folder.File("elsewhere.sym"));
        NativeCode alone = Search().Find("/nowhere/program", buildId, mapped);

        Assert.Equal("hidden_work", both.Find(place)?.Name);
        Assert.Null(alone.Find(place));
        Assert.Equal((true, false, "it is stripped, and no file with its symbols is here"), (both.IsComplete, alone.IsComplete, alone.Reason));
    }

    [Fact]
    public void Lines_come_from_debug_information_in_the_program_or_beside_it()
    {
        (string program, Dictionary<string, ulong> functions) = Compile("-g");
        (string buildId, CodeRange mapped, ElfSegment code) = Facts(program);

        int[] Lines(NativeCode found) =>
            [.. ((string[])["hidden_work", "more_work", "main"]).Select(name => found.LineAt(functions[name] - code.Address + code.FileOffset).Line)];
        Assert.Equal([1, 2, 3], Lines(new SymbolSearch([]).Find(program, buildId, mapped)));
        Run("objcopy", "--only-keep-debug", program, _folder.File("program.debug"));
        Run("strip", program);
        Assert.Equal([1, 2, 3], Lines(Search().Find("/nowhere/program", buildId, mapped)));
        NativeCode whole = Search().Find("/nowhere/program", buildId, mapped);
        File.Delete(_folder.File("program.debug"));
        // It is read when it is first asked for.
        Assert.Equal("native code: no debug information of its build is here", whole.LineAt(functions["main"] - code.Address + code.FileOffset).Reason);
        Assert.Equal("native code: its debug information has no line of this place", Other(program));

        string Other(string stripped)
        {
            (string compiled, _) = Compile("-g");
            Assert.Equal(stripped, compiled);
            return new SymbolSearch([]).Find(compiled, buildId, mapped).LineAt(code.FileOffset).Reason!;
        }
    }

    [Fact]
    public void Files_after_the_one_that_fills_the_room_for_all_have_no_lines_and_say_so()
    {
        (string program, Dictionary<string, ulong> functions) = Compile("-g");
        (string buildId, CodeRange mapped, ElfSegment code) = Facts(program);
        ulong place = functions["main"] - code.Address + code.FileOffset;
        SymbolSearch search = new([]) { LineRoom = new NativeLineRoom(1) };

        SourceLine first = search.Find(program, buildId, mapped).LineAt(place), second = search.Find(program, buildId, mapped).LineAt(place);

        Assert.Equal(3, first.Line);
        Assert.Equal((0, "native code: its debug information was not read, because that of other files takes 0 MiB"), (second.Line, second.Reason));
    }

    [Fact]
    public void Without_debug_information_a_program_has_no_lines()
    {
        (string program, Dictionary<string, ulong> functions) = Compile();
        (string buildId, CodeRange mapped, ElfSegment code) = Facts(program);

        SourceLine line = new SymbolSearch([]).Find(program, buildId, mapped).LineAt(functions["main"] - code.Address + code.FileOffset);

        Assert.Equal(("native code: no debug information of its build is here", 0), (line.Reason, line.Line));
        Assert.Equal("no file of its build is here", new SymbolSearch([]).Find("/nowhere/libx.so", buildId, mapped).LineAt(0).Reason);
    }

    [Fact]
    public void A_program_that_is_linked_for_one_place_has_names()
    {
        (string program, Dictionary<string, ulong> functions) = Compile("-no-pie");
        (string buildId, CodeRange mapped, ElfSegment code) = Facts(program);

        NativeCode found = new SymbolSearch([]).Find(program, buildId, mapped);

        Assert.Equal("more_work", found.Find(functions["more_work"] - code.Address + code.FileOffset)?.Name);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Damaged_files_with_symbols_name_nothing_or_something_and_give_no_error()
    {
        byte[] whole = File.ReadAllBytes(OwnLibrary.Path);
        Random random = new(11);
        for (int run = 0; run < 30; run++)
        {
            byte[] bytes = run % 3 == 0 ? whole[..random.Next(whole.Length)] : [.. whole];
            // The headers of sections stand at the end.
            for (int flips = 0; flips < 40 && bytes.Length > 0; flips++)
                bytes[flips % 2 == 0 ? random.Next(Math.Min(bytes.Length, 1024)) : Math.Max(0, bytes.Length - 1 - random.Next(5000))] ^= (byte)(1 << random.Next(8));
            File.WriteAllBytes(_folder.File("libcoreclr.so"), bytes);
            _ = Search().Find("/nowhere/libcoreclr.so", OwnLibrary.BuildId, OwnLibrary.Mapped).Find((ulong)random.NextInt64());
        }
    }

    private SymbolSearch Search() => new([_folder.Path]);

    private void Put(string file, string name)
    {
        string place = Path.Combine(_folder.Path, name);
        Directory.CreateDirectory(Path.GetDirectoryName(place)!);
        File.Copy(file, place);
    }

    // The truth about addresses is what nm of the same program says.
    private (string Program, Dictionary<string, ulong> Functions) Compile(params string[] options)
    {
        string source = _folder.File("program.c"), program = _folder.File("program");
        File.WriteAllText(source, Program);
        Run(Needs.Compiler(), ["-O1", "-fno-inline", "-Wl,--build-id", .. options, "-o", program, source]);
        Dictionary<string, ulong> functions = [];
        foreach (string[] fields in Run("nm", program).Split('\n').Select(static line => line.Split(' ')).Where(static fields => fields is [_, "t" or "T", _]))
            functions[fields[2]] = ulong.Parse(fields[0], NumberStyles.HexNumber, CultureInfo.InvariantCulture);
        return (program, functions);
    }

    private static (string BuildId, CodeRange Mapped, ElfSegment Code) Facts(string program)
    {
        ElfImage image = ElfImages.TryRead(program)!;
        ElfSegment code = Assert.Single(image.Code);
        ulong start = code.FileOffset / 4096 * 4096;
        return (image.BuildId!, new CodeRange(start, (code.FileOffset + code.FileSize - start + 4095) / 4096 * 4096), code);
    }

    private static string Run(string program, params string[] arguments)
    {
        using Process process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true })!;
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        Assert.Equal(0, process.ExitCode);
        return output;
    }
}
