using Fathom.Sources.Traces.Perf;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Perf;

/// <summary>Names in perf maps.</summary>
public sealed class CompiledNameTests
{
    [Theory]
    [InlineData("void [System.Private.CoreLib] System.GC::Collect(int32)[Tier0]", "System.GC.Collect(int32)", "System.Private.CoreLib.dll")]
    [InlineData("instance bool [App] App.Box`1[System.__Canon]::Has(!0[])[OptimizedTier1]", "App.Box`1[System.__Canon].Has(!0[])", "App.dll")]
    [InlineData("int32 [App] Program::Main(class System.String[])", "Program.Main(class System.String[])", "App.dll")]
    [InlineData("GenerateLookupStub<GenerateLookupStub>", "GenerateLookupStub<GenerateLookupStub>", null)]
    public void Type_method_and_parameters_are_kept(string text, string name, string? module) => Assert.Equal((name, module), CompiledName.Of(text));
}
