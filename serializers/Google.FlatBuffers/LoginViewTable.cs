using Fathom.Serializers.Kit.Cases.ViewModels;
using Google.FlatBuffers;

namespace Fathom.Serializers.GoogleFlatBuffers;

internal sealed class LoginViewTable : FlatTable<LoginViewModel>
{
    public override int Write(FlatBufferBuilder to, LoginViewModel value)
    {
        int email = FlatFields.Begin(to, value.Email), password = FlatFields.Begin(to, value.Password);
        to.StartTable(3);
        to.AddOffset(0, email, 0);
        to.AddOffset(1, password, 0);
        to.AddBool(2, value.RememberMe, false);
        return to.EndTable();
    }

    public override LoginViewModel Read(Table from) => new() { Email = from.Text(0)!, Password = from.Text(1)!, RememberMe = from.Bool(2) };

    public override long Leaves(Table from) => from.Text(0)!.Length + from.Text(1)!.Length + (from.Bool(2) ? 1 : 0);
}
