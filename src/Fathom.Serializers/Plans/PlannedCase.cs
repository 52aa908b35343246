using System.Globalization;
using Fathom.Serializers.Kit.Cases;
using Fathom.Serializers.Kit.Protocol;

namespace Fathom.Serializers.Plans;

/// <summary>A case with its dials.</summary>
/// <param name="Name">The name of the case.</param>
/// <param name="Dials">Its dials.</param>
public sealed record PlannedCase(string Name, CaseDials Dials)
{
    /// <summary>The user's own type, where the case is made of one.</summary>
    public OwnType? Own { get; init; }

    /// <summary>The request that makes it.</summary>
    /// <param name="hash">Whether the hash of the content is asked for.</param>
    public Message Request(bool hash) => AddTo(new Message("case").With("name", Name)).With("hash", hash ? 1 : 0);

    /// <summary>Adds what the data is made of to a request.</summary>
    public Message AddTo(Message request) => Own is null ? Dials.AddTo(request) : Own.AddTo(Dials.AddTo(request));

    /// <summary>The dials as one text: "seed=42 string_length=16 …".</summary>
    public string DialText() => string.Join(' ', Dials.AddTo(new Message("dials")).Fields.Where(static field => field.Key is not ("n" or "payload"))
        .Select(static field => string.Create(CultureInfo.InvariantCulture, $"{field.Key}={field.Value}")));
}
