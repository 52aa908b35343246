using Fathom.Serializers.Kit.Protocol;

namespace Fathom.Serializers.Plans;

/// <summary>The user's own type, and where its data is from.</summary>
/// <param name="Assembly">Full path of the assembly.</param>
/// <param name="Type">Its class.</param>
/// <param name="Json">Full path of a JSON sample; null where there is none.</param>
/// <param name="Factory">A static method that makes the object; null where there is none.</param>
public sealed record OwnType(string Assembly, string Type, string? Json, string? Factory)
{
    /// <summary>The name of the case in tables.</summary>
    public const string CaseName = "own-type";

    /// <summary>Whether the class was made for the sample: values of several sorts are then texts that hold the JSON.</summary>
    public bool IsInferred { get; init; }

    /// <summary>What was decided when the class was made for the sample.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>One sentence for tables.</summary>
    public string Description =>
        (IsInferred ? "classes inferred" : $"{Type} of '{Path.GetFileName(Assembly)}'")
        + (Json is not null ? $", from '{Path.GetFileName(Json)}'" : Factory is not null ? $", made by {Factory}" : ", filled with generated values");

    /// <summary>Adds it to a request.</summary>
    public Message AddTo(Message request)
    {
        request.With("assembly", Assembly).With("type", Type);
        if (Json is not null)
            request.With("json", Json);
        if (IsInferred)
            request.With("json_text", 1);
        return Factory is null ? request : request.With("factory", Factory);
    }
}
