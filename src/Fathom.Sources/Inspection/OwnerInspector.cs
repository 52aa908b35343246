using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Inspection;

/// <summary>Finds the objects whose fields hold wanted delegates, such as the publisher of an event.</summary>
/// <param name="wanted">The delegates.</param>
internal sealed class OwnerInspector(IReadOnlyDictionary<ulong, EventTargets> wanted) : IObjectInspector
{
    /// <inheritdoc/>
    public TypeInspector? Of(ClrType type)
    {
        if (type.IsArray || DelegateInspector.IsDelegate(type))
            return null;
        List<(int Offset, string Name)> fields = [];
        foreach (ClrInstanceField field in type.Fields)
        {
            // Where the type of a field is not known it may be a delegate too.
            if (field.IsObjectReference && field.Name is not null && (field.Type is null || DelegateInspector.IsDelegate(field.Type)))
                fields.Add((TypeInspector.Offset(type, field.Name), field.Name));
        }

        return fields.Count == 0 ? null : new Owners(wanted, type.Name ?? "(unnamed type)", [.. fields]);
    }

    private sealed class Owners(IReadOnlyDictionary<ulong, EventTargets> wanted, string name, (int Offset, string Name)[] fields) : TypeInspector
    {
        public override void Inspect(in VisitedObject visited)
        {
            foreach ((int offset, string field) in fields)
            {
                if (visited.TryRead(offset, out ulong held) && held != 0 && wanted.TryGetValue(held, out EventTargets? targets))
                    targets.Owner ??= new DelegateOwner(name, field, false);
            }
        }
    }
}
