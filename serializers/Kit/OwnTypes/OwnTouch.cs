using System.Collections.Immutable;
using System.Reflection;
using System.Reflection.Emit;

namespace Fathom.Serializers.Kit.OwnTypes;

/// <summary>
/// Reads every leaf of an object of the user's, as the written-out code of the other cases does: a method per class is made that reads its members one after
/// the other. It is made before anything is timed and is the same for all serializers; what one pass costs is measured and said.
/// </summary>
/// <typeparam name="T">The declared type.</typeparam>
internal static class OwnTouch<T>
{
    // The way to a type's leaves is found once, before anything is timed.
    private static readonly Func<T, long>? s_walk = Create();

    /// <summary>A sum of all leaves.</summary>
    public static long Of(T value)
    {
        if (s_walk is not { } walk)
            return value?.GetHashCode() ?? 0;
        if (value is null)
            return 0;
        if (!typeof(T).IsValueType && value.GetType() != typeof(T))
            return OwnTouch.OfActual(value);
        return typeof(T).IsValueType || value is string || OwnTouch.IsNew(value) ? walk(value) : 0;
    }

    private static Func<T, long>? Create()
    {
        Type type = typeof(T);
        if (type == typeof(string))
            return static value => ((string)(object)value!).Length;
        if (type == typeof(byte[]))
            return static value => ((byte[])(object)value!).Length;
        if (Nullable.GetUnderlyingType(type) is { } plain)
            return OwnScalars.Is(plain) ? null : Bind(nameof(OwnTouch.Nullable), plain);
        if (OwnScalars.Is(type))
            return null;
        if (type == typeof(object) || type.IsInterface || type.IsAbstract)
            return static value => OwnTouch.OfActual(value!);
        if (OwnCollections.MapOf(type) is { } map)
            return Bind(nameof(OwnTouch.Map), map.Key, map.Value);
        if (type.IsArray && type.GetArrayRank() == 1)
            return Bind(nameof(OwnTouch.Array), type.GetElementType()!);
        if (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(List<>))
            return Bind(nameof(OwnTouch.List), type.GetGenericArguments());
        if (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(ImmutableArray<>))
            return Bind(nameof(OwnTouch.Immutable), type.GetGenericArguments());
        return OwnCollections.ElementOf(type) is { } element ? Bind(nameof(OwnTouch.Sequence), element) : Members(type);
    }

    private static Func<T, long> Bind(string way, params Type[] arguments) =>
        typeof(OwnTouch).GetMethod(way, BindingFlags.Static | BindingFlags.NonPublic)!.MakeGenericMethod(arguments).CreateDelegate<Func<T, long>>();

    private static Func<T, long> Members(Type type)
    {
        DynamicMethod method = new("Touch", typeof(long), [type], typeof(OwnTouch).Module, skipVisibility: true);
        ILGenerator code = method.GetILGenerator();
        code.Emit(OpCodes.Ldc_I4_0);
        code.Emit(OpCodes.Conv_I8);
        foreach (OwnMember member in OwnMember.Of(type))
        {
            if (member.Type.IsByRefLike || member.Type.IsPointer)
                continue;
            if (type.IsValueType)
                code.Emit(OpCodes.Ldarga_S, (byte)0);
            else
                code.Emit(OpCodes.Ldarg_0);
            if (member.Member is FieldInfo field)
                code.Emit(OpCodes.Ldfld, field);
            else
                code.Emit(type.IsValueType ? OpCodes.Call : OpCodes.Callvirt, ((PropertyInfo)member.Member).GetMethod!);
            code.Emit(OpCodes.Call, typeof(OwnTouch<>).MakeGenericType(member.Type).GetMethod(nameof(Of))!);
            code.Emit(OpCodes.Add);
        }

        code.Emit(OpCodes.Ret);
        return method.CreateDelegate<Func<T, long>>();
    }
}
