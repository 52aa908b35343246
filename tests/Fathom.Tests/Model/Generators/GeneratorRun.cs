using System.Collections.Immutable;
using Fathom.Model.Generators;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Fathom.Tests.Model.Generators;

/// <summary>The generator over a source text that is compiled against Model.</summary>
internal sealed class GeneratorRun
{
    private const string Usings = "using Fathom.Model.Tables;\nnamespace Example;\n";

    private static readonly ImmutableArray<MetadataReference> s_references =
    [
        .. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(file => Path.GetFileName(file) is "System.Runtime.dll" or "System.Private.CoreLib.dll" or "Fathom.Model.dll")
            .Select(file => MetadataReference.CreateFromFile(file)),
    ];

    private GeneratorDriver _driver;
    private CSharpCompilation _compilation;

    /// <summary>Runs it.</summary>
    /// <param name="source">Declarations in namespace Example; the first line counts as line 1.</param>
    /// <param name="documentation">Whether documentation comments are read.</param>
    public GeneratorRun(string source, bool documentation = true)
    {
        DocumentationMode mode = documentation ? DocumentationMode.Parse : DocumentationMode.None;
        CSharpParseOptions options = CSharpParseOptions.Default.WithDocumentationMode(mode);
        _compilation = CSharpCompilation.Create(
            "Example",
            [CSharpSyntaxTree.ParseText(Usings + source, options, cancellationToken: Cancel)],
            s_references,
            new(OutputKind.DynamicallyLinkedLibrary, nullableContextOptions: NullableContextOptions.Enable));
        _driver = CSharpGeneratorDriver.Create(
            [new TableGenerator().AsSourceGenerator()],
            parseOptions: options,
            driverOptions: new(IncrementalGeneratorOutputKind.None, trackIncrementalGeneratorSteps: true));
        _driver = _driver.RunGenerators(_compilation, Cancel);
    }

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    /// <summary>What was written, one text per table.</summary>
    public IReadOnlyList<string> Sources => [.. _driver.GetRunResult().GeneratedTrees.Select(tree => tree.ToString())];

    /// <summary>What was found wrong: line, rule and sentence.</summary>
    public string Problems => string.Concat(_driver.GetRunResult().Diagnostics.Select(problem =>
    {
        Assert.Equal(DiagnosticSeverity.Error, problem.Severity);
        return $"{problem.Location.GetLineSpan().StartLinePosition.Line - 1}: {problem.Id} {problem.GetMessage()}\n";
    }));

    /// <summary>What the compiler has to say about the declarations together with what was written.</summary>
    public IReadOnlyList<string> CompilerErrors =>
    [
        .. _compilation.AddSyntaxTrees(_driver.GetRunResult().GeneratedTrees).GetDiagnostics(Cancel)
            .Where(one => one.Severity >= DiagnosticSeverity.Warning).Select(one => one.ToString()),
    ];

    /// <summary>Adds a file, runs again, and tells why each declaration was or was not read again.</summary>
    public IReadOnlyList<IncrementalStepRunReason> AddFile(string source)
    {
        CSharpParseOptions options = (CSharpParseOptions)_compilation.SyntaxTrees[0].Options;
        _compilation = _compilation.AddSyntaxTrees(CSharpSyntaxTree.ParseText(source, options, cancellationToken: Cancel));
        _driver = _driver.RunGenerators(_compilation, Cancel);
        GeneratorRunResult result = _driver.GetRunResult().Results[0];
        return [.. result.TrackedSteps[TableGenerator.ReadStep].SelectMany(step => step.Outputs, (_, output) => output.Reason)];
    }
}
