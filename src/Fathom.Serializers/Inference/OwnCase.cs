using System.Text.Json;
using Fathom.Files;
using Fathom.Model;
using Fathom.Serializers.Kit.Cases;
using Fathom.Serializers.Plans;
using Fathom.Serializers.Programs;

namespace Fathom.Serializers.Inference;

/// <summary>The user's own type as a case, with the assembly that was made for it as long as it is measured.</summary>
public sealed class OwnCase : IDisposable
{
    // Inference has a limit of its own, and says so.
    private static readonly JsonDocumentOptions s_anyDepth = new() { MaxDepth = int.MaxValue };

    private readonly PlannedCase? _planned;
    private readonly InferredAssembly? _made;

    private OwnCase(PlannedCase? planned, InferredAssembly? made)
    {
        _planned = planned;
        _made = made;
    }

    /// <summary>None was asked for.</summary>
    public static OwnCase None => new(null, null);

    /// <summary>A class that there is.</summary>
    /// <param name="own">The class.</param>
    /// <param name="dials">How members are filled where there is neither a document nor a method.</param>
    /// <param name="targets">What the programs are built for, which are to load it.</param>
    /// <exception cref="FathomException">A program could not load it (<see cref="ExitCode.Usage"/>).</exception>
    public static OwnCase Of(OwnType own, CaseDials dials, IReadOnlyList<BuildTarget> targets)
    {
        OwnTypeTargets.Require(own.Assembly, targets);
        return new OwnCase(Plan(own, dials), null);
    }

    /// <summary>Classes that are made for a document.</summary>
    /// <param name="file">The document.</param>
    /// <param name="targets">What the programs are built for, which are to load them.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <exception cref="FathomException">It is no JSON, there is nothing to infer, or a program could not load classes (<see cref="ExitCode.Usage"/>).</exception>
    public static async Task<OwnCase> InferAsync(string file, IReadOnlyList<BuildTarget> targets, CancellationToken stop)
    {
        OwnTypeTargets.RequireLoading(targets);
        InferredSource source;
        try
        {
            using JsonDocument document = JsonDocument.Parse(RegularFile.ReadAllText(file), s_anyDepth);
            source = ClassInference.Infer(document.RootElement, "Inferred", Path.GetFileNameWithoutExtension(file));
        }
        catch (JsonException reason)
        {
            throw FathomException.Usage($"'{file}' is not valid JSON: {reason.Message}", "give a file that holds one JSON document");
        }

        InferredAssembly assembly = await InferredAssembly.CompileAsync([source.Text], OwnTypeTargets.Oldest(targets), stop).ConfigureAwait(false);
        return new OwnCase(Plan(new OwnType(assembly.File, source.RootType, file, null) { IsInferred = true, Notes = source.Notes }, new CaseDials()), assembly);
    }

    /// <summary>The plan with the case.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="keepCases">Whether its own cases stay.</param>
    public SuitePlan AddTo(SuitePlan plan, bool keepCases) => _planned is null ? plan : plan with { Cases = keepCases ? [_planned, .. plan.Cases] : [_planned] };

    /// <inheritdoc/>
    public void Dispose() => _made?.Dispose();

    // What a document or a method makes is not drawn.
    private static PlannedCase Plan(OwnType own, CaseDials dials) => new(OwnType.CaseName, own.Json is null && own.Factory is null ? dials : new CaseDials()) { Own = own };
}
