using System.Text;
using Fathom.Sources.Machine.Processes;
using Xunit;

namespace Fathom.Tests.Sources.Machine.Processes;

public sealed class ContainerPathTests
{
    private const string Id = "3f2a91bc0d1e4f5a6b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c";
    private const string Uid = "0a1b2c3d-4e5f-6789-abcd-ef0123456789";

    [Theory]
    [InlineData("docker", Id, null, "/docker/" + Id)]
    [InlineData("docker", Id, null, "/system.slice/docker-" + Id + ".scope")]
    [InlineData("docker", Id, null, "/docker/" + Id + "/init.scope")]
    [InlineData("kubernetes", Id, Uid, "/kubepods/burstable/pod" + Uid + "/" + Id)]
    [InlineData(
        "containerd", Id, Uid,
        "/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod0a1b2c3d_4e5f_6789_abcd_ef0123456789.slice/cri-containerd-" + Id + ".scope")]
    [InlineData("cri-o", Id, Uid, "/kubepods.slice/kubepods-pod" + Uid + ".slice/crio-" + Id + ".scope")]
    [InlineData("kubernetes", Uid, Uid, "/kubepods/besteffort/pod" + Uid)]
    [InlineData("podman", Id, null, "/machine.slice/libpod-" + Id + ".scope/container")]
    [InlineData("podman", Id, null, "/user.slice/user-1000.slice/user@1000.service/user.slice/libpod-" + Id + ".scope")]
    [InlineData("podman", Id, null, "/libpod_parent/libpod-" + Id)]
    [InlineData("lxc", "web", null, "/lxc.payload.web/system.slice")]
    [InlineData("lxc", "web", null, "/lxc/web")]
    [InlineData("systemd-nspawn", "my-box", null, "/machine.slice/machine-my\\x2dbox.scope/payload")]
    [InlineData("container", Id, null, "/ecs/0123456789/" + Id)]
    public void Each_engines_path_names_the_container(string engine, string id, string? pod, string path)
    {
        ContainerFacts expected = new(engine, id, pod);

        Assert.Equal(expected, ContainerPath.FromCgroup(Encoding.UTF8.GetBytes($"0::{path}\n")));
        Assert.Equal(expected, ContainerPath.FromCgroup(Encoding.UTF8.GetBytes($"12:pids:/\n4:memory:{path}\n1:name=systemd:{path}\n")));
    }

    [Theory]
    [InlineData("0::/\n")]
    [InlineData("0::/user.slice/user-1000.slice/session-3.scope\n")]
    [InlineData("0::/system.slice/docker.service\n")]
    [InlineData("0::/system.slice/libpod-conmon-" + Id + ".scope\n")]
    [InlineData("4:memory:/process_api/8dffd2f02fa03031835bedefc010e5ef\n")]
    [InlineData("")]
    [InlineData("no path at all")]
    public void Other_paths_are_no_container(string cgroup) => Assert.Null(ContainerPath.FromCgroup(Encoding.UTF8.GetBytes(cgroup)));

    [Theory]
    [InlineData("docker", Id, "/var/lib/docker/containers/" + Id + "/hostname", "/etc/hostname")]
    [InlineData("podman", Id, "/var/lib/containers/storage/overlay-containers/" + Id + "/userdata/resolv.conf", "/etc/resolv.conf")]
    [InlineData("kubernetes", Uid, "/var/lib/kubelet/pods/" + Uid + "/etc-hosts", "/etc/hosts")]
    public void Where_the_cgroup_is_hidden_the_mounts_name_the_container(string engine, string id, string source, string mountPoint)
    {
        string mounts = $"22 27 0:21 / /proc rw,relatime - proc proc rw\n651 600 254:1 {source} {mountPoint} rw,relatime - ext4 /dev/vda1 rw\n";

        ContainerFacts? container = ContainerPath.FromMounts(Encoding.UTF8.GetBytes(mounts));

        Assert.Equal((engine, id), (container?.Engine, container?.Id));
    }

    [Fact]
    public void The_host_that_sees_mounts_of_its_containers_is_no_container() =>
        Assert.Null(ContainerPath.FromMounts(Encoding.UTF8.GetBytes($"90 27 0:50 / /var/lib/docker/containers/{Id}/mounts/shm rw - tmpfs shm rw\n")));

    [Fact]
    public void Tables_show_the_first_twelve_digits_or_the_name()
    {
        Assert.Equal("3f2a91bc0d1e", new ContainerFacts("docker", Id, null).ShortName);
        Assert.Equal("web", new ContainerFacts("lxc", "web", null).ShortName);
    }
}
