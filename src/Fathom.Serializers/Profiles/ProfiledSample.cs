using Fathom.Model.Profiles;

namespace Fathom.Serializers.Profiles;

/// <summary>What a sample of the measured thread says.</summary>
/// <param name="Part">What it counts for.</param>
/// <param name="Frames">The named frames, the innermost first, up to where the suite called the serializer; that one where the thread was in no other.</param>
public readonly record struct ProfiledSample(ProfilePart Part, IReadOnlyList<TracedMethod> Frames)
{
    private const string Operation = "Fathom.Serializers.Kit.Measuring.BoundCase`1";
    private const string Loop = "Fathom.Serializers.Kit.Measuring.ProfiledRun";

    /// <summary>Names the addresses of a sample and tells what it counts for.</summary>
    /// <param name="addresses">The addresses, the innermost first.</param>
    /// <param name="ns">When it was taken, nanoseconds.</param>
    /// <param name="methods">Names of addresses.</param>
    public static ProfiledSample Of(ReadOnlySpan<ulong> addresses, long ns, MethodRanges methods)
    {
        List<TracedMethod> frames = [];
        TracedMethod? suite = null;
        bool isKnown = false;
        for (int i = 0; i < addresses.Length && suite is null; i++)
        {
            // The innermost address is where the thread was, the others are where their calls return to.
            TracedMethod? found = methods.Find(i == 0 ? addresses[i] : addresses[i] - 1, ns);
            if (found is { IsStub: true })
                continue;
            // Code without a name at the innermost place: what the thread did is not known.
            if (found is null && !isKnown)
                break;
            isKnown = true;
            if (found is not { } method)
                continue;
            if (method.Type.StartsWith(Operation, StringComparison.Ordinal) || method.Type.StartsWith(Loop, StringComparison.Ordinal))
                suite = method;
            else
                frames.Add(method);
        }

        if (!isKnown)
            return new ProfiledSample(ProfilePart.Unknown, []);
        ProfilePart part = PartOf(suite?.Name, frames);
        return new ProfiledSample(part, suite is { } caller && (frames.Count == 0 || part == ProfilePart.Suite) ? [caller] : frames);
    }

    // A short serializer may have been compiled into its caller, whose name tells that nothing else is in it.
    private static ProfilePart PartOf(string? suite, List<TracedMethod> frames) => suite switch
    {
        "TouchOne" => ProfilePart.Suite,
        not ("SerializeOne" or "DeserializeOne") when frames.Count == 0 => ProfilePart.Suite,
        // Behind a copy of references a thread looks whether it is to stop, and stops there for samples that were asked for anywhere before.
        _ when frames.Count > 1 && frames[0].Type == "System.Threading.Thread" && frames[0].Name.Contains("PollGC", StringComparison.Ordinal)
            && CopyMethods.Contains(frames[1]) => ProfilePart.SerializerOrCopy,
        _ => frames.Count > 0 && CopyMethods.Contains(frames[0]) ? ProfilePart.Copy : ProfilePart.Serializer,
    };
}
