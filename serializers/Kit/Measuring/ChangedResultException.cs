namespace Fathom.Serializers.Kit.Measuring;

/// <summary>What a serializer read while it was timed is not what it read when it was checked.</summary>
public sealed class ChangedResultException() : Exception("a result that was read during the measurement differs from the checked one");
