using Fathom.Sources.Events;
using Fathom.Sources.Events.Maps;
using Fathom.Sources.Traces.Lines;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>Which methods were inlined in a process, by the numbers of its runtime.</summary>
internal sealed class InlinedMethods
{
    private const int Most = 1 << 20;

    private readonly HashSet<ulong> _inlined = [];
    private readonly Dictionary<ulong, (ulong TypeId, uint Token)> _methods = [];
    private readonly Dictionary<ulong, ulong> _modules = [];
    private readonly Dictionary<ulong, (ulong ModuleId, uint Token, string Name)> _compiled = [];

    /// <summary>Whether the runtime tells what was inlined.</summary>
    public bool IsTold { get; private set; }

    /// <summary>Methods were inlined.</summary>
    public void Add(InlineTree tree)
    {
        IsTold = true;
        foreach (ulong method in tree.Methods)
        {
            if (_inlined.Count < Most)
                _inlined.Add(method);
        }
    }

    /// <summary>A number means a method.</summary>
    public void Add(in MethodToken method)
    {
        if (_inlined.Contains(method.MethodId))
            _methods[method.MethodId] = (method.TypeId, method.Token);
    }

    /// <summary>A type is in a module.</summary>
    public void Add(in TypeModule type)
    {
        if (_modules.Count < Most)
            _modules[type.TypeId] = type.ModuleId;
    }

    /// <summary>A method has code of its own too, and so its name and module are told.</summary>
    public void Add(in MethodCode code)
    {
        if (_inlined.Contains(code.MethodId) && !_compiled.ContainsKey(code.MethodId))
            _compiled.Add(code.MethodId, (code.ModuleId, code.Token, code.FullName));
    }

    /// <summary>The module of a method, and its number there; null where nobody told.</summary>
    public (ulong ModuleId, uint Token)? Find(ulong methodId) =>
        _methods.TryGetValue(methodId, out (ulong TypeId, uint Token) method) && _modules.TryGetValue(method.TypeId, out ulong module)
            ? (module, method.Token)
            : _compiled.TryGetValue(methodId, out (ulong ModuleId, uint Token, string Name) compiled) ? (compiled.ModuleId, compiled.Token) : null;

    /// <summary>The name that the runtime told of a method; null where it did not.</summary>
    public string? NameOf(ulong methodId) => _compiled.GetValueOrDefault(methodId).Name;
}
