using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Cases;
using Fathom.Serializers.Kit.Checking;
using Fathom.Serializers.Kit.Measuring;
using Fathom.Serializers.Kit.OwnTypes;
using Fathom.Serializers.Kit.Protocol;

namespace Fathom.Serializers.Kit.Sessions;

/// <summary><c>case name=… n=… …</c>, or <c>case name=own-type assembly=… type=…</c>: makes the data and gives its hash, if <c>hash=1</c>, and the lanes that can be measured.</summary>
internal sealed class CaseCommand() : SessionCommand("case")
{
    /// <inheritdoc/>
    public override void Run(Session session, Message request)
    {
        string name = request.Required("name");
        SerializerCase one = request.Text("assembly") is not null
            ? OwnTypeSource.Load(request).Case
            : CaseCatalog.Find(name) ?? throw new ProtocolException($"there is no case '{name}'");
        session.Bound = null;
        session.Case = one;
        BoundCase bound = one.Accept(new CaseBinder(session.Adapter, CaseDials.From(request)));
        session.Bound = bound;
        Message answer = new Message("case").With("name", name).With("lanes", LaneNames.Format(bound.Lanes));
        if (request.Number("hash", 0) != 0)
            answer.With("sha256", CanonicalHash.Of(bound.Root));
        session.Reply(answer);
    }
}
