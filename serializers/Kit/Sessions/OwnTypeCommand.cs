using System.Diagnostics;
using Fathom.Serializers.Kit.Cases;
using Fathom.Serializers.Kit.Checking;
using Fathom.Serializers.Kit.Measuring;
using Fathom.Serializers.Kit.OwnTypes;
using Fathom.Serializers.Kit.Protocol;

namespace Fathom.Serializers.Kit.Sessions;

/// <summary>
/// <c>own-type assembly=… type=… json=… | factory=…</c>: makes the user's own object the case that the next requests are about, and says whether the serializer
/// takes its type as it is, or what it needs.
/// </summary>
internal sealed class OwnTypeCommand() : SessionCommand("own-type")
{
    private const int TouchPasses = 20;

    /// <inheritdoc/>
    public override void Run(Session session, Message request)
    {
        session.Bound = null;
        OwnTypeSample sample = OwnTypeSource.Load(request);
        session.Case = sample.Case;
        Message facts = new Message("own-type").With("name", sample.Case.Name).With("description", sample.Case.Description).With("source", sample.Source)
            .With("objects", sample.Graph.Objects).With("leaves", sample.Graph.Leaves).With("shared", sample.Graph.Shared).With("cycles", sample.Graph.HasCycles ? 1 : 0)
            .With("touch_ns", sample.Case.Accept(new TouchTimer()));
        foreach (string note in sample.Notes)
            facts.With("note", note);
        session.Reply(facts);
        session.Reply(Verdict(session, sample, request));
    }

    private static Message Verdict(Session session, OwnTypeSample sample, Message request)
    {
        SerializerCase own = sample.Case;
        Message verdict = new("verdict");
        try
        {
            BoundCase bound = own.Accept(new CaseBinder(session.Adapter, CaseDials.From(request)));
            session.Bound = bound;
            Difference? difference = bound.Check(own.SharesReferences, fresh: false);
            CheckResult result = CheckResult.Of(difference, bound.Encoded.Length);
            verdict.With("outcome", result.Outcome).With("detail", result.Detail)
                .With("needs", difference is null ? "" : Needs(difference, DeclaredTypes.Of(own.RootType)))
                .With("size_bytes", result.SizeBytes);
            if (request.Number("hash", 0) != 0)
                verdict.With("sha256", CanonicalHash.Of(bound.Root));
        }
        catch (Exception reason) when (reason is not OutOfMemoryException)
        {
            verdict.With("outcome", reason is NotSupportedException ? "refused" : "failed").With("detail", OwnTypeNeeds.Reason(reason))
                .With("needs", OwnTypeNeeds.Of(reason, session.Adapter.Needs(DeclaredTypes.Of(own.RootType)), sample.Graph));
        }

        return verdict;

        string Needs(Difference difference, DeclaredTypes types) => OwnTypeNeeds.Of(difference, session.Adapter.Needs(types), types.TypeOf(difference.Path));
    }

    /// <summary>What reading every leaf of the object once takes, so that it can be told from what a serializer takes.</summary>
    private sealed class TouchTimer : ICaseVisitor<long>
    {
        public long Visit<T>(SerializerCase<T> data)
            where T : class
        {
            T value = data.Generate(new CaseData(new CaseDials()));
            long least = long.MaxValue;
            for (int i = 0; i < TouchPasses; i++)
            {
                long start = Stopwatch.GetTimestamp();
                data.Touch(value);
                least = Math.Min(least, Stopwatch.GetTimestamp() - start);
            }

            return (long)(least * (1e9 / Stopwatch.Frequency));
        }
    }
}
