using Fathom.Serializers.Kit.Checking;
using Fathom.Serializers.Kit.Protocol;
using Fathom.Serializers.Kit.Versions;

namespace Fathom.Serializers.Kit.Sessions;

/// <summary><c>evolve name=…</c>: one version of a type writes, another reads. Without a name it lists the changes.</summary>
internal sealed class EvolveCommand() : SessionCommand("evolve")
{
    /// <inheritdoc/>
    public override void Run(Session session, Message request)
    {
        if (request.Text("name") is not { } name)
        {
            foreach (Evolution one in EvolutionCatalog.All)
                session.Reply(new Message("evolve").With("name", one.Name).With("description", one.Description));
            return;
        }

        Evolution evolution = EvolutionCatalog.Find(name) ?? throw new ProtocolException($"there is no change '{name}'");
        CheckResult result = evolution.Try(session.Adapter);
        session.Reply(new Message("evolve").With("name", name).With("outcome", result.Outcome).With("detail", result.Detail).With("size_bytes", result.SizeBytes));
    }
}
