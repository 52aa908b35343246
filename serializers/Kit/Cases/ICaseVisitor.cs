namespace Fathom.Serializers.Kit.Cases;

/// <summary>Does something with a case whose type is known.</summary>
/// <typeparam name="TResult">What comes of it.</typeparam>
public interface ICaseVisitor<out TResult>
{
    /// <summary>The case.</summary>
    TResult Visit<T>(SerializerCase<T> data)
        where T : class;
}
