using System.Buffers;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace Fathom.Formats.ReadyToRun;

/// <summary>Names of the types and methods of an assembly.</summary>
/// <param name="assembly">The assembly's name.</param>
/// <param name="metadata">Its metadata; null where it is not there: names are numbers then.</param>
internal sealed class ModuleNames(string assembly, MetadataReader? metadata)
{
    private const int MaxNesting = 64;
    private const int MaxSignature = 64 * 1024;
    private static readonly SearchValues<char> s_special = SearchValues.Create(@"\,[]&*+");

    /// <summary>The type with a number as signatures have it: two bits for the table, above them the row.</summary>
    public TypeText Type(uint token) => (token & 3) switch
    {
        0 => Definition((int)(token >> 2)),
        1 => Reference((int)(token >> 2)),
        _ => Unknown(0x1b00_0000 | (token >> 2)),
    };

    /// <summary>A method of this assembly as metadata numbers it.</summary>
    /// <param name="row">Its row.</param>
    /// <param name="isAsyncVariant">Whether the code is the form that asynchronous callers use, which .NET has from version 11 on.</param>
    public ReadyToRunDefinition DefinitionOf(int row, bool isAsyncVariant)
    {
        const MethodImplAttributes async = (MethodImplAttributes)0x2000;
        bool isGenerated = metadata?.GetMethodDefinition(MetadataTokens.MethodDefinitionHandle(row)) is { } method
            && (method.RelativeVirtualAddress == 0 || ((method.ImplAttributes & async) != 0) != isAsyncVariant);
        return new ReadyToRunDefinition(assembly, 0x0600_0000 | (uint)row, isGenerated);
    }

    /// <summary>A method of this assembly.</summary>
    /// <param name="row">Its row.</param>
    /// <param name="owner">Its type, where that is an instance.</param>
    /// <param name="arguments">Its type arguments.</param>
    /// <param name="modules">All modules.</param>
    public ReadyToRunMethodName Method(int row, TypeText? owner, TypeText[]? arguments, ModuleTable modules)
    {
        if (metadata is null)
            return Unknown(0x0600_0000 | (uint)row, owner, arguments);
        MethodDefinition method = metadata.GetMethodDefinition(MetadataTokens.MethodDefinitionHandle(row));
        TypeText type = owner ?? Definition(MetadataTokens.GetRowNumber(method.GetDeclaringType()));
        return Name(type, method.Name, arguments, method.Signature, modules);
    }

    /// <summary>A method of another assembly that this one refers to; else as <see cref="Method"/>.</summary>
    public ReadyToRunMethodName MethodReference(int row, TypeText? owner, TypeText[]? arguments, ModuleTable modules)
    {
        if (metadata is null)
            return Unknown(0x0a00_0000 | (uint)row, owner, arguments);
        MemberReference method = metadata.GetMemberReference(MetadataTokens.MemberReferenceHandle(row));
        return Name(owner ?? Parent(method.Parent, modules), method.Name, arguments, method.Signature, modules);
    }

    private ReadyToRunMethodName Name(TypeText type, StringHandle name, TypeText[]? arguments, BlobHandle signature, ModuleTable modules)
    {
        SignatureReader reader = new(Blob(signature), 0, modules, new GenericArguments(type.Arguments, arguments));
        string parameters = reader.Parameters(this);
        return new ReadyToRunMethodName(type.Full, metadata!.GetString(name), Instance(arguments), reader.IsDamaged ? "" : parameters);
    }

    private ReadyToRunMethodName Unknown(uint token, TypeText? owner, TypeText[]? arguments) =>
        new(owner?.Full ?? assembly, $"0x{token:x8}", Instance(arguments), "");

    private TypeText Unknown(uint token) => new($"{assembly}!0x{token:x8}", $"{assembly}!0x{token:x8}");

    private static string Instance(TypeText[]? arguments) => arguments is null ? "" : TypeText.Instance(arguments);

    private ReadOnlySpan<byte> Blob(BlobHandle handle) => metadata!.GetBlobReader(handle).Length > MaxSignature ? [] : metadata.GetBlobBytes(handle);

    private TypeText Parent(EntityHandle parent, ModuleTable modules) => parent.Kind switch
    {
        HandleKind.TypeDefinition => Definition(MetadataTokens.GetRowNumber(parent)),
        HandleKind.TypeReference => Reference(MetadataTokens.GetRowNumber(parent)),
        HandleKind.TypeSpecification => Specification((TypeSpecificationHandle)parent, modules),
        _ => Unknown((uint)MetadataTokens.GetToken(parent)),
    };

    private TypeText Specification(TypeSpecificationHandle handle, ModuleTable modules)
    {
        SignatureReader reader = new(Blob(metadata!.GetTypeSpecification(handle).Signature), 0, modules);
        TypeText type = reader.Type(this, this, 0);
        return reader.IsDamaged ? Unknown((uint)MetadataTokens.GetToken(handle)) : type;
    }

    private TypeText Definition(int row)
    {
        if (metadata is null)
            return Unknown(0x0200_0000 | (uint)row);
        TypeDefinition type = metadata.GetTypeDefinition(MetadataTokens.TypeDefinitionHandle(row));
        string own = Own(type.Namespace, type.Name), full = Escaped(own);
        for (int i = 0; i < MaxNesting && type.GetDeclaringType() is { IsNil: false } outer; i++)
        {
            type = metadata.GetTypeDefinition(outer);
            full = $"{Escaped(Own(type.Namespace, type.Name))}+{full}";
        }

        return new TypeText(full, own);
    }

    private TypeText Reference(int row)
    {
        if (metadata is null)
            return Unknown(0x0100_0000 | (uint)row);
        TypeReference type = metadata.GetTypeReference(MetadataTokens.TypeReferenceHandle(row));
        string own = Own(type.Namespace, type.Name), full = Escaped(own);
        for (int i = 0; i < MaxNesting && type.ResolutionScope is { Kind: HandleKind.TypeReference, IsNil: false } outer; i++)
        {
            type = metadata.GetTypeReference((TypeReferenceHandle)outer);
            full = $"{Escaped(Own(type.Namespace, type.Name))}+{full}";
        }

        return new TypeText(full, own);
    }

    private string Own(StringHandle space, StringHandle name) => space.IsNil ? metadata!.GetString(name) : $"{metadata!.GetString(space)}.{metadata.GetString(name)}";

    // The runtime marks characters that have a meaning in names of types.
    private static string Escaped(string name) =>
        name.AsSpan().ContainsAny(s_special) ? string.Concat(name.Select(static c => s_special.Contains(c) ? $@"\{c}" : $"{c}")) : name;
}
