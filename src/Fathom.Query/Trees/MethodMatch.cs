using Fathom.Model;
using Fathom.Model.Trees;
using Fathom.Query.Time;

namespace Fathom.Query.Trees;

/// <summary>The methods on stacks that a name on the command line means.</summary>
/// <param name="Name">The name without type arguments.</param>
/// <param name="IsMeant">For each method of the profile whether it is one of them.</param>
public sealed record MethodMatch(string Name, bool[] IsMeant)
{
    /// <summary>Finds them.</summary>
    /// <param name="profile">The stacks.</param>
    /// <param name="subject">What the recording is called on the command line.</param>
    /// <param name="option">The option that the name was given for.</param>
    /// <param name="verb">The verb, whose table has the names.</param>
    /// <param name="method">The name, with or without type arguments, or its end from a dot on.</param>
    /// <exception cref="FathomException">No method on any stack is called so, or several are.</exception>
    public static MethodMatch Find(StackProfile profile, string subject, string option, string verb, string method)
    {
        bool[] isThere = new bool[profile.Methods.Count];
        foreach (int frame in profile.Frames)
            isThere[frame] = true;
        MethodName[] all =
        [
            .. Enumerable.Range(0, isThere.Length).Where(at => isThere[at] && profile.Methods[at].Name is not null)
                .Select(at => new MethodName(at, profile.Methods[at].Name!)).OrderBy(static each => each.Name, StringComparer.Ordinal),
        ];
        MethodName[] found = MethodName.Only(
            all, method, option, "", "on stacks",
            ($"No stack of '{subject}' has a method '{method}' on it.", $"the methods on stacks: fathom {verb} {subject} --tree --min-share 0%"));
        bool[] isMeant = new bool[isThere.Length];
        foreach (MethodName each in found)
            isMeant[each.Id] = true;
        return new MethodMatch(found[0].Written, isMeant);
    }
}
