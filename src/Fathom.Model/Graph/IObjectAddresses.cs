namespace Fathom.Model.Graph;

/// <summary>Addresses of the objects of a graph. They grow with the number of the object.</summary>
public interface IObjectAddresses
{
    /// <summary>The address of an object.</summary>
    ulong AddressOf(uint number);

    /// <summary>The object that starts at an address; false when none does.</summary>
    bool TryFind(ulong address, out uint number);
}
