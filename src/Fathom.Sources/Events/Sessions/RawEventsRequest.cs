using Fathom.Sources.Targets.Ports;

namespace Fathom.Sources.Events.Sessions;

/// <summary>The ways to ask a runtime for a stream, newest first: older ones know fewer commands.</summary>
/// <param name="Command">The command.</param>
/// <param name="Content">Its content.</param>
/// <param name="IsReduced">Whether events are missing that the runtime cannot choose: those at level verbose.</param>
internal sealed record RawEventsRequest(RuntimeCommand Command, byte[] Content, bool IsReduced)
{
    private const uint NetTrace = 1;
    private const uint OverConnection = 0;
    private const byte WithStacks = 1;
    private const byte WithoutStacks = 0;

    /// <summary>The requests.</summary>
    public static IEnumerable<RawEventsRequest> Of(RawEventsOptions options)
    {
        IReadOnlyList<EventProvider> providers = ProviderMerge.Merge(options.Providers);
        byte rundown = options.RundownKeywords == 0 ? (byte)0 : (byte)1;
        uint mebibytes = (uint)options.BufferMebibytes;
        if (!options.WithStacks)
        {
            yield return Make(RuntimeCommand.CollectEventsWithoutStacks, isReduced: false, content =>
            {
                content.Write(mebibytes);
                content.Write(NetTrace);
                content.Write(rundown);
                content.Write(WithoutStacks);
                Write(content, providers, withChoice: false);
            });
            if (!options.OlderMayTakeStacks)
                yield break;
        }

        bool chooses = providers.Any(static provider => provider.LeftOut.Count > 0);
        if (chooses)
        {
            yield return Make(RuntimeCommand.CollectChosenEvents, isReduced: false, content =>
            {
                content.Write(OverConnection);
                content.Write(mebibytes);
                content.Write(NetTrace);
                content.Write(options.RundownKeywords);
                content.Write(WithStacks);
                Write(content, providers, withChoice: true);
            });
        }

        // What cannot be left out may cost more than all the rest.
        IReadOnlyList<EventProvider> cheap = [.. providers.Select(static provider => provider.LeftOut.Count == 0 ? provider : provider with { Level = EventLevel.Informational })];
        yield return Make(RuntimeCommand.CollectEventsWithRundown, chooses, content =>
        {
            content.Write(mebibytes);
            content.Write(NetTrace);
            content.Write(options.RundownKeywords);
            content.Write(WithStacks);
            Write(content, cheap, withChoice: false);
        });
        yield return Make(RuntimeCommand.CollectEvents, chooses, content =>
        {
            content.Write(mebibytes);
            content.Write(NetTrace);
            content.Write(rundown);
            Write(content, cheap, withChoice: false);
        });
    }

    private static RawEventsRequest Make(RuntimeCommand command, bool isReduced, Action<BinaryWriter> write)
    {
        using MemoryStream content = new();
        using BinaryWriter writer = new(content);
        write(writer);
        return new RawEventsRequest(command, content.ToArray(), isReduced);
    }

    private static void Write(BinaryWriter content, IReadOnlyList<EventProvider> providers, bool withChoice)
    {
        content.Write((uint)providers.Count);
        foreach (EventProvider provider in providers)
        {
            content.Write(provider.Keywords);
            content.Write((uint)provider.Level);
            content.Write(RuntimePort.Text(provider.Name));
            content.Write(RuntimePort.Text(string.Join(';', (provider.Arguments ?? new Dictionary<string, string>()).Select(static argument => $"{argument.Key}={argument.Value}"))));
            if (!withChoice)
                continue;
            // The numbers are those that are not wanted, not those that are.
            content.Write((byte)0);
            content.Write((uint)provider.LeftOut.Count);
            foreach (uint number in provider.LeftOut)
                content.Write(number);
        }
    }
}
