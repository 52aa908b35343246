using Fathom.Sources.Traces.Symbols;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Symbols;

/// <summary>Names in perf maps.</summary>
public sealed class CompiledNameTests
{
    [Theory]
    [InlineData("void [System.Private.CoreLib] System.GC::Collect(int32)[Tier0]", "System.GC.Collect", "System.Private.CoreLib.dll")]
    [InlineData("instance bool [App] App.Box`1[System.__Canon]::Has(!0[])[OptimizedTier1]", "App.Box`1[System.__Canon].Has", "App.dll")]
    [InlineData("void [System.Text.Json] Json.Serializer::ReadFromSpan[System.__Canon](valuetype X)[Tier1]", "Json.Serializer.ReadFromSpan", "System.Text.Json.dll")]
    [InlineData("instance !!0 [App] App.Box`1[System.__Canon]::Take[System.__Canon,System.Int32]()[Tier0]", "App.Box`1[System.__Canon].Take", "App.dll")]
    [InlineData("int32 [App] Program::Main(class System.String[])", "Program.Main", "App.dll")]
    [InlineData("GenerateLookupStub<GenerateLookupStub>", "GenerateLookupStub<GenerateLookupStub>", null)]
    public void Type_and_method_are_kept(string text, string name, string? module) => Assert.Equal((name, module), CompiledName.Of(text));
}
