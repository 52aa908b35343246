namespace Fathom.Formats.ReadyToRun;

/// <summary>Reads signatures of types and methods as text, or passes over them where no modules are given.</summary>
/// <remarks>
/// <code>
/// number     0xxxxxxx one byte; 10xxxxxx two; 110xxxxx four, highest bits first
/// type       kind (<see cref="ElementKind"/>) and what the kind has
/// parameters flags; number of type parameters, where flag 0x10 is set; number of parameters; type that is returned; their types
/// instance   flags; 0x80: number of the module for all that follows; 0x40: type of the method; row; 0x04: number of type arguments, and they; 0x20: one more type;
///            0x100: the form for asynchronous callers
/// </code>
/// <para>Source: ECMA-335, II.23.2, and "ReadyToRun File Format" (dotnet/runtime, docs/design/coreclr/botr/readytorun-format.md).</para>
/// </remarks>
/// <param name="bytes">What the signature is in.</param>
/// <param name="at">Where it begins.</param>
/// <param name="modules">The modules that it looks types up in; null to pass over it.</param>
/// <param name="arguments">What stands for type parameters.</param>
internal ref struct SignatureReader(ReadOnlySpan<byte> bytes, int at, ModuleTable? modules = null, GenericArguments arguments = default)
{
    private const int MaxDepth = 64;
    private const int MaxRank = 32;
    private const int MaxCount = 10_000;
    private const int MaxText = 256 * 1024;
    private const uint OtherContext = 0x80;
    private const uint OwnerType = 0x40;
    private const uint MemberReference = 0x10;
    private const uint Slot = 0x08;
    private const uint MethodArguments = 0x04;
    private const uint Constraint = 0x20;
    private const uint AsyncVariant = 0x100;

    private readonly ReadOnlySpan<byte> _bytes = bytes;
    private readonly ModuleTable? _modules = modules;
    private readonly GenericArguments _arguments = arguments;
    private int _written;

    /// <summary>Where the reader is.</summary>
    public int At { get; private set; } = at;

    /// <summary>Whether it met what makes no sense. What is read then has no meaning.</summary>
    public bool IsDamaged { get; private set; }

    /// <summary>Reads an instance of a generic method or type.</summary>
    public InstanceSignature Method()
    {
        uint flags = Number();
        ModuleNames? context = (flags & OtherContext) != 0 ? Module(Number()) : _modules?.Own;
        ModuleNames? module = context;
        TypeText? owner = null;
        if ((flags & OwnerType) != 0)
        {
            // A method is looked up in the module of its type.
            SignatureReader ahead = this;
            if ((flags & OtherContext) == 0 && ahead.Next() == ElementKind.OtherModule)
                module = Module(ahead.Number());
            owner = Type(context, context, 0);
        }

        if ((flags & Slot) != 0)
            Damage();
        uint row = Number();
        TypeText[]? arguments = (flags & MethodArguments) != 0 ? Types(Number(), context, 0) : null;
        if ((flags & Constraint) != 0)
            Type(context, context, 0);
        return new InstanceSignature(module, owner, (int)row, (flags & MemberReference) != 0, arguments, (flags & AsyncVariant) != 0);
    }

    /// <summary>Reads the parameters of a method, in brackets.</summary>
    /// <param name="module">Where their types are looked up.</param>
    public string Parameters(ModuleNames module)
    {
        const int generic = 0x10, kinds = 0x0f, variable = 0x05;
        uint flags = Byte();
        if ((flags & generic) != 0)
            Number();
        uint count = Number();
        Type(module, module, 0);
        IEnumerable<string> texts = Types(count, module, 0).Select(static type => type.Short);
        return $"({string.Join(", ", (flags & kinds) == variable ? texts.Append("...") : texts)})";
    }

    /// <summary>Reads a type.</summary>
    /// <param name="module">Where it is looked up.</param>
    /// <param name="outer">Where its type arguments are looked up.</param>
    /// <param name="depth">Types around it.</param>
    public TypeText Type(ModuleNames? module, ModuleNames? outer, int depth)
    {
        if (depth > MaxDepth)
            Damage();
        ElementKind kind = Next();
        while (kind is ElementKind.RequiredModifier or ElementKind.OptionalModifier or ElementKind.Sentinel or ElementKind.Pinned)
        {
            if (kind is ElementKind.RequiredModifier or ElementKind.OptionalModifier)
                Number();
            kind = Next();
        }

        if (IsDamaged)
            return default;
        TypeText text = TypeText.Simple(kind) ?? Composed(kind, module, outer, depth + 1);
        // Names that stand for type parameters can make a short signature a long text.
        _written += text.Full?.Length ?? 0;
        if (_written > MaxText)
            Damage();
        return text;
    }

    private TypeText Composed(ElementKind kind, ModuleNames? module, ModuleNames? outer, int depth)
    {
        switch (kind)
        {
            case ElementKind.ValueType or ElementKind.Class:
                uint token = Number();
                return module?.Type(token) ?? default;
            case ElementKind.TypeParameter:
                return _arguments.Type(Number());
            case ElementKind.MethodParameter:
                return _arguments.Method(Number());
            case ElementKind.Pointer:
                return Type(module, outer, depth).Pointer();
            case ElementKind.ByReference:
                return Type(module, outer, depth).Reference();
            case ElementKind.Vector:
                return Type(module, outer, depth).Array(0);
            case ElementKind.Array:
                return Array(Type(module, outer, depth));
            case ElementKind.GenericInstance:
                TypeText generic = Type(module, outer, depth);
                TypeText[] arguments = Types(Number(), outer, depth);
                return generic.Of(arguments);
            case ElementKind.FunctionPointer:
                return Function(module, outer, depth);
            case ElementKind.OtherModule:
                return Type(Module(Number()), outer, depth);
            default:
                Damage();
                return default;
        }
    }

    private TypeText Array(TypeText element)
    {
        uint rank = Number();
        if (rank > MaxRank)
            Damage();
        for (int bounds = 0; rank > 0 && bounds < 2; bounds++)
        {
            for (uint count = Number(); count > 0 && !IsDamaged; count--)
                Number();
        }

        return IsDamaged ? default : element.Array((int)rank);
    }

    private TypeText Function(ModuleNames? module, ModuleNames? outer, int depth)
    {
        const int generic = 0x10;
        if ((Byte() & generic) != 0)
            Number();
        uint count = Number();
        TypeText returned = Type(module, outer, depth);
        List<TypeText> parameters = [];
        for (; count > 0 && !IsDamaged; count--)
            parameters.Add(Type(module, outer, depth));
        return IsDamaged ? default : returned.Function(parameters);
    }

    private TypeText[] Types(uint count, ModuleNames? module, int depth)
    {
        if (count > MaxCount)
            Damage();
        List<TypeText> types = [];
        for (; count > 0 && !IsDamaged; count--)
            types.Add(Type(module, module, depth));
        return [.. types];
    }

    private readonly ModuleNames? Module(uint index) => _modules?.At(index);

    private ElementKind Next() => (ElementKind)(Byte() & 0x7f);

    private byte Byte()
    {
        if ((uint)At >= (uint)_bytes.Length)
        {
            Damage();
            return 0;
        }

        return _bytes[At++];
    }

    private uint Number()
    {
        uint first = Byte();
        return (first & 0x80) == 0 ? first
            : (first & 0x40) == 0 ? ((first & 0x3f) << 8) | Byte()
            : ((first & 0x1f) << 24) | ((uint)Byte() << 16) | ((uint)Byte() << 8) | Byte();
    }

    // Nothing is read any more, so that all loops end.
    private void Damage() => (IsDamaged, At) = (true, _bytes.Length);
}
