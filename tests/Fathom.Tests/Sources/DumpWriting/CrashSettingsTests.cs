using Fathom.Model.Dumps;
using Fathom.Sources.DumpWriting;
using Xunit;

namespace Fathom.Tests.Sources.DumpWriting;

/// <summary>What a started program gets in its environment, and what it does not get any more.</summary>
public sealed class CrashSettingsTests
{
    [Theory]
    [InlineData(DumpKind.Mini, "1")]
    [InlineData(DumpKind.Heap, "2")]
    [InlineData(DumpKind.Triage, "3")]
    [InlineData(DumpKind.Full, "4")]
    public void The_settings_of_the_user_make_way(DumpKind kind, string type)
    {
        Dictionary<string, string?> environment = new() { ["PATH"] = "/bin", ["COMPlus_DbgMiniDumpType"] = "1", ["DOTNET_EnableCrashReportOnly"] = "1", ["DOTNET_DbgEnableMiniDump"] = "0" };

        IReadOnlyList<string> earlier = CrashSettings.Set(environment, kind, "/private/%p.core", "/private/log");

        Assert.Equal(["COMPlus_DbgMiniDumpType", "DOTNET_DbgEnableMiniDump", "DOTNET_EnableCrashReportOnly"], earlier.Order(StringComparer.Ordinal));
        Assert.Equal(
            [
                "DOTNET_CreateDumpLogToFile=/private/log", "DOTNET_DbgEnableMiniDump=1", "DOTNET_DbgMiniDumpName=/private/%p.core", $"DOTNET_DbgMiniDumpType={type}", "PATH=/bin",
            ],
            environment.Select(static each => $"{each.Key}={each.Value}").Order(StringComparer.Ordinal));
    }
}
