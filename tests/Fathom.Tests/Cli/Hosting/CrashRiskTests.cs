using Fathom.Cli.Hosting;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Cli.Hosting;

/// <summary>Which command lines get a guard.</summary>
public sealed class CrashRiskTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public CrashRiskTests()
    {
        byte[] core = new byte[64];
        "\x7f"u8.CopyTo(core);
        "ELF"u8.CopyTo(core.AsSpan(1));
        core[16] = 4;
        File.WriteAllBytes(_folder.File("core"), core);
        File.WriteAllText(_folder.File("out.csv"), "");
        Directory.CreateDirectory(_folder.File("kept.fathom"));
    }

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("heap PID", "PID")]
    [InlineData("-q heap PID", "PID")]
    [InlineData("heap --live PID", "PID")]
    [InlineData("heap strings pid:PID", "pid:PID")]
    [InlineData("stacks locks MyApp", "MyApp")]
    [InlineData("findings name:MyApp -o FOLDER/out.csv", "name:MyApp")]
    [InlineData("memory MyApp --output FOLDER/out.csv", "MyApp")]
    [InlineData("memory diff FOLDER/kept.fathom PID", "PID")]
    [InlineData("heap -- PID", null)]
    [InlineData("heap --help", null)]
    [InlineData("heap PID --help", null)]
    [InlineData("heap strings FOLDER/kept.fathom", null)]
    [InlineData("heap FOLDER/kept.fathom --top PID", null)]
    [InlineData("heap FOLDER/kept.fathom --type Foo", null)]
    [InlineData("watch PID", null)]
    [InlineData("ps", null)]
    [InlineData("", null)]
    public void Processes_are_told_by_words_that_name_no_file(string line, string? subject) =>
        Assert.Equal(subject is null ? null : new CrashRisk(Here(subject), IsCore: false), CrashRisk.Of(Words(line)));

    [Theory]
    [InlineData("heap FOLDER/core")]
    [InlineData("sql file:FOLDER/core x")]
    [InlineData("heap diff MyApp FOLDER/core")]
    public void Cores_are_told_by_their_content(string line) =>
        Assert.Equal(new CrashRisk(_folder.File("core"), IsCore: true), CrashRisk.Of(Words(line)));

    private string[] Words(string line) => Here(line).Split(' ', StringSplitOptions.RemoveEmptyEntries);

    private string Here(string text) => text.Replace("PID", $"{Environment.ProcessId}", StringComparison.Ordinal).Replace("FOLDER", _folder.Path, StringComparison.Ordinal);
}
