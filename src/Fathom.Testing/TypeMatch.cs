namespace Fathom.Testing;

/// <summary>Which objects are of a type, as C#'s <c>is</c> has it.</summary>
internal sealed class TypeMatch
{
    private readonly Type _type;

    /// <exception cref="ArgumentException">There can be no objects of the type.</exception>
    public TypeMatch(Type type)
    {
        ArgumentNullException.ThrowIfNull(type);
        string? reason = type switch
        {
            { IsAbstract: true, IsSealed: true } => "is a static class",
            { IsByRef: true } or { IsPointer: true } or { IsFunctionPointer: true } or { IsByRefLike: true } => "is never on the heap",
            { ContainsGenericParameters: true, IsGenericTypeDefinition: false } => "has type parameters that are not known",
            _ when type == typeof(void) => "has no values",
            _ => null,
        };
        if (reason is not null)
            throw new ArgumentException($"There can be no objects of '{type}': it {reason}.", nameof(type));
        _type = type;
    }

    /// <exception cref="ArgumentException">No object can be of exactly this type.</exception>
    public static void ThrowUnlessExact(Type type)
    {
        _ = new TypeMatch(type);
        string? reason = type switch
        {
            { IsInterface: true } => "an interface",
            { IsGenericTypeDefinition: true } => "an open generic type",
            { IsAbstract: true } => "abstract",
            _ => null,
        };
        if (reason is not null)
            throw new ArgumentException($"No object is of exactly '{type}': it is {reason}. Count what derives from it or implements it with Of.", nameof(type));
    }

    /// <summary>Whether an object of the type <paramref name="actual"/> is one.</summary>
    public bool Fits(Type actual)
    {
        if (!_type.IsGenericTypeDefinition)
            return _type.IsAssignableFrom(actual);
        if (_type.IsInterface)
            return actual.GetInterfaces().Any(IsMadeFrom);
        for (Type? type = actual; type is not null; type = type.BaseType)
        {
            if (IsMadeFrom(type))
                return true;
        }

        return false;
    }

    private bool IsMadeFrom(Type type) => type.IsGenericType && type.GetGenericTypeDefinition() == _type;
}
