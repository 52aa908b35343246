using Fathom.Model.Tables;

namespace Fathom.Sources.Traces.Calls;

/// <summary>What all rows of a call have in common.</summary>
/// <param name="Shape">The call.</param>
/// <param name="Name">Its name.</param>
/// <param name="Operation">Its operation; null where it has no rows.</param>
/// <param name="HasBytes">Whether its result is a number of bytes.</param>
internal sealed record CallRows(RecordedCall Shape, TextId Name, TextId? Operation, bool HasBytes)
{
    /// <summary>Those of all shipped profiles, by the number of the call.</summary>
    public static CallRows?[] ByNumber(Interner ids, bool isArm)
    {
        RecordedCall[] calls = [.. RecordProfile.Shipped.SelectMany(static profile => profile.Calls).Where(call =>
            (isArm ? call.Arm64 : call.X64) >= 0)];
        CallRows?[] byNumber = new CallRows?[calls.Length == 0 ? 0 : calls.Max(call => isArm ? call.Arm64 : call.X64) + 1];
        foreach (RecordedCall call in calls)
        {
            byNumber[isArm ? call.Arm64 : call.X64] = new CallRows(
                call, ids.Text(call.Name), call.Operation is { } operation ? ids.Text(operation)
                    : null, call.Operation is "read" or "write" or "copy");
        }

        return byNumber;
    }
}
