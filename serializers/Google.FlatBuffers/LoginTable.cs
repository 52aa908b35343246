using Fathom.Serializers.Kit.Hostile;
using Google.FlatBuffers;

namespace Fathom.Serializers.GoogleFlatBuffers;

internal sealed class LoginTable : FlatTable<Login>
{
    public override int Write(FlatBufferBuilder to, Login value)
    {
        int name = FlatFields.Begin(to, value.Name), role = FlatFields.Begin(to, value.Role);
        to.StartTable(2);
        to.AddOffset(0, name, 0);
        to.AddOffset(1, role, 0);
        return to.EndTable();
    }

    public override Login Read(Table from) => new() { Name = from.Text(0)!, Role = from.Text(1)! };

    public override long Leaves(Table from) => from.Text(0)!.Length + from.Text(1)!.Length;
}
