using Xunit;

namespace Fathom.TestSupport.RealPrograms;

/// <summary>Programs that nobody wrote for these tests. What a sample of our own contains, its author thought of; these contain the rest.</summary>
public static class RealPrograms
{
    private static readonly Dictionary<string, Func<RealProgram>> s_starts = new(StringComparer.Ordinal)
    {
        ["compiler server"] = CompilerServer.Start,
        ["F# Interactive"] = FSharpInteractive.Start,
        ["csharpier"] = Csharpier.Start,
        ["ilspycmd"] = IlSpy.Start,
        ["ASP.NET Core"] = static () => WebProgram.Start(),
        ["ASP.NET Core, 4,000 handlers"] = static () => WebProgram.Start("--handlers", "4000", "--heap-mib", "44"),
    };

    /// <summary>All of them, for a theory.</summary>
    public static TheoryData<string> Names => [.. s_starts.Keys];

    /// <summary>Starts one and returns when it has done something. Disposing ends it.</summary>
    public static RealProgram Start(string name) => s_starts[name]();
}
