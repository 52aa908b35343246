using Fathom.Serializers.Kit.Hostile;
using Fathom.Serializers.Kit.Protocol;

namespace Fathom.Serializers.Kit.Sessions;

/// <summary>
/// <c>hostile name=… seed=… attempts=…</c>: gives the reader bytes that nobody wrote in good faith. Each attempt is named before it is made, so that it is
/// known which one ended the process. Without a name it lists the attacks.
/// </summary>
internal sealed class HostileCommand() : SessionCommand("hostile")
{
    /// <inheritdoc/>
    public override void Run(Session session, Message request)
    {
        if (request.Text("name") is not { } name)
        {
            foreach (Attack one in AttackCatalog.All)
                session.Reply(new Message("hostile").With("name", one.Name).With("description", one.Description).With("case", one.NeedsCase ? 1 : 0));
            return;
        }

        Attack attack = AttackCatalog.Find(name) ?? throw new ProtocolException($"there is no attack '{name}'");
        if (attack.NeedsCase && !session.RequireBound().IsVerified)
            throw new ProtocolException("hostile bytes are made from those of a case that was checked and found correct: request 'check' first");
        AttackTally tally = new();
        string incomplete = "";
        try
        {
            foreach (HostileInput input in attack.Inputs(session, (ulong)request.Number("seed", 42), (int)Math.Clamp(request.Number("attempts", 64), 1, 100_000)))
            {
                session.Reply(new Message("attempt").With("what", input.What).With("input_bytes", input.Data.Length));
                tally.Try(input);
            }
        }
        catch (NotSupportedException reason) when (tally.Attempts > 0)
        {
            incomplete = $"; {reason.Message}";
        }

        Message answer = new Message("hostile").With("name", name).With("outcome", tally.Outcome).With("detail", tally.Detail + incomplete)
            .With("attempts", tally.Attempts).With("errors", tally.Errors).With("accepted", tally.Accepted)
            .With("out_of_memory", tally.OutOfMemory).With("instantiated", tally.Instantiated)
            .With("input_bytes", tally.WorstInputBytes).With("peak_bytes", tally.WorstAllocatedBytes).With("duration_ns", tally.SlowestNs);
        session.Reply(tally.ResidentBytes is { } resident ? answer.With("resident_bytes", resident).With("resident_input_bytes", tally.ResidentInputBytes) : answer);
    }
}
