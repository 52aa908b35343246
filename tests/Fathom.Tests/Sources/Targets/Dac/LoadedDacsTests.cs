using Fathom.Sources.Targets.Dac;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Dac;

public sealed class LoadedDacsTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void The_name_under_which_a_library_was_loaded_never_leads_to_another_one()
    {
        string first = Load("first", out string firstPath), second = Load("second", out _);

        Assert.NotEqual(first, second);
        Assert.Equal("first", File.ReadAllText(first));
        Assert.Equal("second", File.ReadAllText(second));
        using DacLibrary again = new(firstPath, null, OpenedDac.AnyAt(firstPath)!);
        Assert.Equal(first, again.LoadPath);
    }

    [Fact]
    public void What_was_compared_and_not_loaded_is_closed()
    {
        string file = _folder.File("compared");
        File.WriteAllText(file, "compared");
        OpenedDac opened = OpenedDac.AnyAt(file)!;

        new DacLibrary(file, null, opened).Dispose();

        Assert.False(File.Exists(opened.Path) && File.ReadAllText(opened.Path) == "compared");
    }

    private string Load(string content, out string file)
    {
        file = _folder.File(content);
        File.WriteAllText(file, content);
        using DacLibrary library = new(file, null, OpenedDac.AnyAt(file)!);
        return library.LoadPath;
    }
}
